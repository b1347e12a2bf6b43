/** What a server knows about itself, by the codes of its conditions, in English. */
export const server = {
  server_no_risky_option: "No option is risky.",
  server_visitors_unencrypted:
    "Visitors reach the server without encryption. Put a proxy with HTTPS in front of it, and begin --public-url with https://.",
  server_proxy_not_trusted:
    "A proxy is in front of the server, which trusts none, so the server does not start. Name the proxy's address with --trusted-proxies.",
  server_all_proxies_trusted:
    "The server trusts every address as a proxy, so each client chooses whose limits count. Name only the networks of your proxies with --trusted-proxies.",
  server_no_rate_limits:
    "Nothing limits how often somebody may ask. Leave --rate-limit out, or raise single limits.",
  server_no_sign_in_limit:
    "Nothing limits how often somebody may guess a password. Leave sign_in out of --rate-limit, or raise it.",
  server_private_connectors:
    "Connectors may call addresses in your own network, and without encryption. Leave --allow-private-connectors out unless one needs it.",
  server_private_webhooks:
    "Webhooks may call addresses in your own network, and without encryption. Leave --allow-private-webhooks out unless one needs it.",
  server_public_metrics:
    "Everybody who reaches the address of --metrics may read the metrics. Choose an address of this machine or of your own network.",
  server_text_messages_logged:
    "The server writes text messages to the log, with the codes in them. Set --sms-url to your gateway.",
  server_mail_unencrypted:
    "Mail goes to the mail server without encryption. Begin --smtp-url with starttls:// or smtps:// if the mail server supports it.",
  server_scanner_unencrypted:
    "Visitors' files go to the scanner without encryption. Run the scanner on this machine, or reach it through an encrypted network.",
  server_active_documents:
    "Documents that contain scripts or files reach staff. Leave --allow-active-documents out unless you need such documents.",
  server_runs_as_root: "The server runs as root. Run it as a user of its own.",
  server_database_unencrypted:
    "The connection to PostgreSQL on another machine may be unencrypted. Add ?sslmode=verify-full to the address of the database, or at least ?sslmode=require.",
  server_redis_unencrypted:
    "The connection to Redis on another machine is unencrypted. Begin --redis with rediss://.",
  server_files_unencrypted:
    "Files go to their storage on another machine without encryption. Begin the endpoint of --files with https://.",
  server_traces_unencrypted: "Traces go to another machine without encryption. Begin --otlp with https://.",
  server_database_ready: "It stores what is sent.",
  server_database_unavailable:
    "It does not store what is sent. See the log, and run “pulsen doctor”. Pages keep their feedback and send it again.",
  server_database_space: "{size} free for the database.",
  server_database_space_low:
    "{size} free for the database. Free up space: below the reserve (--disk-reserve) the server refuses large feedback and uploads.",
  server_database_space_unknown: "How much room there is for the database cannot be found out. See the log.",
  server_file_space: "{size} free for files.",
  server_file_space_low:
    "{size} free for files. Free up space: below the reserve (--disk-reserve) the server refuses large feedback and uploads.",
  server_file_space_unknown: "How much room there is for files cannot be found out. See the log.",
  server_redis_ready: "It answers.",
  server_redis_unavailable:
    "It is unavailable. Servers continue without it, but see each other's changes late.",
  server_mail_punctual: "No mail has been waiting for more than an hour.",
  server_mail_late:
    "{count, plural, one {# mail is waiting, and has been for more than an hour.} other {# mails are waiting, the oldest for more than an hour.}} Run “pulsen doctor”: it asks the mail server.",
  server_deliveries_punctual: "No delivery has failed for good.",
  server_deliveries_late:
    "{count, plural, one {# delivery is waiting, and has been for more than an hour.} other {# deliveries are waiting, the oldest for more than an hour.}} See the webhooks: a receiver does not answer.",
  server_deliveries_failed:
    "{count, plural, one {# delivery has failed for good.} other {# deliveries have failed for good.}} See the webhooks: fix the receiver, then send the deliveries again.",
} as const;
