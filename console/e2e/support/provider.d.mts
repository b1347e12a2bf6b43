/** A provider of OpenID Connect, in which everybody signs in with whatever they type. */
export class Provider {
  /** Listens on a free port of `localhost`, which is another site than `127.0.0.1`. */
  static start(): Promise<Provider>;

  /** What Pulsen needs to know of it. */
  readonly registration: { issuer: string; clientId: string; clientSecret: string };

  /** Lets it lead back to the server at this address. */
  register(server: string): void;

  stop(): Promise<void>;
}
