import type { FollowUp, FollowUpRecord } from '#contract/follow-ups.ts';

/** A person in a row: as JSON, because there are three of them. */
const person = (column: string, more = '') =>
  `(select json_build_object('id', p.id, 'name', p.name, 'verified', p.verified${more})
    from desk.person p where p.owner = f.owner and p.id = f.${column})`;

/** The columns of a follow-up, of a table with the alias `f`. */
export const FOLLOW_UP_COLUMNS = `f.id, f.number, f.kind, f.record, f.record_name, f.text, f.due::text as due,
  f.created_at, f.done_at, f.version, ${person('author')} as author,
  ${person('assignee', ", 'disabled', p.disabled")} as assignee, ${person('done_by')} as done_by,
  (select json_agg(json_build_object('text', t.text, 'at', t.at) order by t.version desc)
   from desk.follow_up_text t where t.owner = f.owner and t.id = f.id) as earlier`;

/** A row of desk.follow_up with its people and its earlier texts. */
export interface FollowUpRow {
  id: string;
  number: string;
  kind: FollowUpRecord['kind'];
  record: string;
  record_name: string;
  text: string;
  due: string | null;
  created_at: Date;
  done_at: Date | null;
  version: number;
  author: FollowUp['author'];
  assignee: FollowUp['assignee'];
  done_by: FollowUp['doneBy'];
  earlier: FollowUp['earlier'] | null;
}

export function followUpOf(row: FollowUpRow): FollowUp {
  const { id, kind, record, record_name: name, text, due, assignee, author, version } = row;
  return {
    id,
    record: { kind, id: record, name },
    text,
    due,
    assignee,
    author,
    version,
    createdAt: row.created_at.toISOString(),
    doneBy: row.done_by,
    doneAt: row.done_at?.toISOString() ?? null,
    earlier: (row.earlier ?? []).map(({ text, at }) => ({ text, at: new Date(at).toISOString() })),
  };
}
