import type { Desk } from './desk.ts';

interface Entry {
  [field: string]: unknown;
}

/**
 * Makes a list endpoint respond with `count` entries, copies of the service's own under other ids, and with
 * what is left of them after changes. Returns the list: a test may change it between two answers, or from `before`,
 * which is called with the page before each answer.
 */
export function serveList(
  desk: Desk,
  match: RegExp,
  names: { entries: string; id: string; total: string },
  count: number,
  before: (page: number, list: Entry[]) => void = () => {},
): Entry[] {
  const list: Entry[] = [];
  let isFilled = false;
  desk.fault(match, async (request, pass) => {
    const query = new URL(request.url).searchParams;
    const page = Number(query.get('page'));
    const limit = Number(query.get('limit'));
    const body = await (await pass()).json();
    const own: Entry[] = body.data[names.entries];
    if (!isFilled) list.push(...Array.from({ length: count }, (_, place) => copyOf(own, place, names.id)));
    isFilled = true;
    before(page, list);
    const entries = list.slice((page - 1) * limit, page * limit);
    const paging = { page, [names.total]: list.length, pages: Math.ceil(list.length / limit) };
    return Response.json({
      ...body,
      data: { ...body.data, ...paging, count: entries.length, [names.entries]: entries },
    });
  });
  return list;
}

function copyOf(own: readonly Entry[], place: number, id: string): Entry {
  return { ...own[place % own.length], [id]: `copy-${place}` };
}
