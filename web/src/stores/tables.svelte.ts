/** A list of tables that comes in parts, each asked for when it is wanted. */
import { put, remove } from '../api/client';
import type { TableLine, TablePage } from '../api/types';

export class Tables {
  lines = $state.raw<TableLine[]>([]);
  next = $state<string | null>(null);

  /** `part` asks for the part that begins there, or for the first. */
  constructor(private readonly part: (after?: string) => Promise<TablePage>) {}

  async load(): Promise<void> {
    this.take(await this.part());
  }

  /** The next part. A table that has moved in the list meanwhile is shown once, as it is now. */
  async more(): Promise<void> {
    if (this.next === null) return;
    const part = await this.part(this.next);
    const fresh = part.tables.map((table) => table.id);
    this.take({ ...part, tables: [...this.lines.filter((table) => !fresh.includes(table.id)), ...part.tables] });
  }

  /** Throws a table away: it is deleted, or others play on. */
  async throwAway(id: string): Promise<void> {
    await remove('/api/tables/{table}', { table: id });
    this.lines = this.lines.filter((table) => table.id !== id);
  }

  /** Puts a table into the archive, or takes it out: it is in another list then. */
  async archive(id: string, away: boolean): Promise<void> {
    await (away
      ? put('/api/me/archive/{table}', undefined, { table: id })
      : remove('/api/me/archive/{table}', { table: id }));
    this.lines = this.lines.filter((table) => table.id !== id);
  }

  private take(part: TablePage): void {
    this.lines = part.tables;
    this.next = part.next;
  }
}
