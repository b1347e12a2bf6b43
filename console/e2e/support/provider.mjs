// A provider of OpenID Connect for tests: `oidc-provider`, which is certified, with its own pages for development. Plain JavaScript,
// because it has no types.
import { once } from "node:events";
import { createServer } from "node:http";
import { Provider as OidcProvider } from "oidc-provider";

const CLIENT = { client_id: "pulsen", client_secret: "a secret of the console's tests" };

/** What it says of somebody who has typed this name: their address, and what is before it, such as `unverified+ann@shop.example`. */
function claimsOf(sub) {
  const [, tags, person] = /^(?:(.*)\+)?([^+]*)$/.exec(sub);
  return {
    sub,
    email: person,
    email_verified: tags !== "unverified",
    name: person.split("@")[0].replace(/^./, (letter) => letter.toUpperCase()),
    groups: tags?.split("+") ?? [],
  };
}

export class Provider {
  #server;
  #handle = null;

  static async start() {
    const server = createServer();
    server.listen(0, "localhost");
    await once(server, "listening");
    return new Provider(server);
  }

  constructor(server) {
    this.#server = server;
    const issuer = `http://localhost:${server.address().port}`;
    this.registration = { issuer, clientId: CLIENT.client_id, clientSecret: CLIENT.client_secret };
    server.on("request", (request, response) => this.#handle(request, response));
  }

  register(server) {
    const provider = new OidcProvider(this.registration.issuer, {
      clients: [{ ...CLIENT, redirect_uris: [`${server}/v1/staff/oidc/callback`] }],
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
      pkce: { required: () => true },
      ttl: {
        AccessToken: 600,
        AuthorizationCode: 60,
        Grant: 600,
        IdToken: 600,
        Interaction: 600,
        Session: 600,
      },
      cookies: { keys: ["only for tests"] },
      findAccount: (_, sub) => ({ accountId: sub, claims: () => claimsOf(sub) }),
      // Nobody is asked whether Pulsen may know their address.
      async loadExistingGrant({ oidc }) {
        const grant = new oidc.provider.Grant({
          clientId: oidc.client.clientId,
          accountId: oidc.session.accountId,
        });
        grant.addOIDCScope(oidc.params.scope);
        await grant.save();
        return grant;
      },
    });
    this.#handle = provider.callback();
  }

  async stop() {
    if (!this.#server.listening) return;
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }
}
