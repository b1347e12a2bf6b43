import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from "idb";

/**
 * Does something in one transaction, of which either all is stored or nothing, and which has ended afterwards. The only way to
 * the database's contents: a transaction that the browser ends fails twice, by itself and in what it was asked, of which
 * callers hear once.
 *
 * @throws what `work` throws, and why the browser has not stored it.
 */
export async function transact<
  Schema extends DBSchema | unknown,
  Mode extends IDBTransactionMode,
  Result,
  Tables extends StoreNames<Schema>[] = StoreNames<Schema>[],
>(
  database: IDBPDatabase<Schema>,
  tables: Tables,
  mode: Mode,
  work: (transaction: IDBPTransaction<Schema, Tables, Mode>) => Promise<Result>,
): Promise<Result> {
  const transaction = database.transaction(tables, mode);
  transaction.done.catch(() => {});
  try {
    const result = await work(transaction);
    await transaction.done;
    return result;
  } catch (error) {
    try {
      transaction.abort();
    } catch {
      // It has ended by itself.
    }
    throw error;
  }
}
