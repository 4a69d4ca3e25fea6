import { queryOptions } from '@tanstack/react-query';
import { assigneeList } from '#contract/assignees.ts';
import { getOwn } from '../own-data.ts';

export const assigneesQuery = queryOptions({
  queryKey: ['assignees'],
  queryFn: async ({ signal }) => (await getOwn('/desk/assignees', assigneeList, signal)).people,
});
