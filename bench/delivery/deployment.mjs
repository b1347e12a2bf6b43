import { createStaffToken } from "pulsen-loader/e2e/server";
import {
  BINARY,
  importRecord,
  importRecords,
  startPostgres,
  startRedis,
  startServer,
  temporaryFolder,
} from "./parts.mjs";

/** Runs something with two servers, one PostgreSQL and one Redis. */
export async function withDeployment(run, options = []) {
  const [postgres, redis] = [await startPostgres(), await startRedis()];
  const env = { PULSEN_DATABASE: postgres.address, PULSEN_REDIS: redis.address };
  Object.assign(process.env, { PULSEN_DATABASE: postgres.address });
  const data = temporaryFolder();
  importRecords(data.path);
  const staffToken = createStaffToken(BINARY, "proof", data.path);
  const servers = await Promise.all([startServer(options, { env }), startServer(options, { env })]);
  try {
    const importNode = (node) => importRecord(data.path, `nodes/${node.id}.json`, node);
    return await run({ servers, staffToken, postgres, redis, importNode });
  } finally {
    for (const server of servers) await server.stop();
    await redis.kill();
    await postgres.stop();
    postgres.remove();
    redis.remove();
    data.remove();
    delete process.env.PULSEN_DATABASE;
  }
}
