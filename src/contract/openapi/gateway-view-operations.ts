import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import { MAX_VIEWS, savedView, viewContent, viewDeletion, viewList, viewQuery } from '#contract/views.ts';
import { FAILURES } from './gateway-failures.ts';
import { HOLDER } from './gateway-headers.ts';
import type { GatewayOperation } from './gateway-operation.ts';
import { SESSION_PERSON } from './gateway-people-schemas.ts';
import type { NamedSchema } from './schemas.ts';

const contentExample = {
  list: 'Loans',
  name: 'Late, in naira',
  query: 'state=grace&state=past&currency=NGN',
  density: 'comfortable',
  forEveryone: true,
};

const viewExample = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  ...contentExample,
  author: { id: '3f9a1c0b7d5e2a4c6f8091b2', name: 'Ruth Kamau', verified: false },
  version: 1,
};

const params = { schema: z.object({ id }), texts: { id: 'A UUID that the caller generates.' } };
const failures = { 400: FAILURES.malformed, 401: FAILURES.signedOut };

/** The addresses of saved views, in the order of the document. */
export const VIEW_OPERATIONS: readonly GatewayOperation[] = [
  {
    id: 'listViews',
    tag: 'Shared work',
    method: 'GET',
    path: '/desk/views',
    needs: 'session',
    summary: 'List saved views',
    text: 'Lists one’s own saved views and those for everyone, by name.',
    query: { schema: viewQuery, texts: { list: 'Only those of this list.' }, defaults: {} },
    done: {
      text: 'The views.',
      message: 'Views.',
      data: { schema: viewList, example: { views: [viewExample] } },
    },
    failures,
  },
  {
    id: 'putView',
    tag: 'Shared work',
    method: 'PUT',
    path: '/desk/views/{id}',
    needs: 'session',
    summary: 'Save a view',
    text: 'Saves a view of a list, or changes one’s own. Someone else’s gets 403 with the code `VIEW_NOT_YOURS`. A repeat changes nothing.',
    params,
    headers: [HOLDER],
    body: { schema: viewContent, example: { ...contentExample, version: 0 } },
    done: { text: 'The saved view.', message: 'View.', data: { schema: savedView, example: viewExample } },
    failures: {
      ...failures,
      409: FAILURES.tooManyViews,
      413: FAILURES.tooLarge,
      415: FAILURES.notJson,
    },
  },
  {
    id: 'deleteView',
    tag: 'Shared work',
    method: 'DELETE',
    path: '/desk/views/{id}',
    needs: 'session',
    summary: 'Delete a view',
    text: 'Deletes one’s own view; with the permission `manage-people`, also one for everyone. Others get 403 with the code `VIEW_NOT_YOURS`. Safe to repeat.',
    params: { ...params, texts: { id: 'Id of the view.' } },
    query: {
      schema: viewDeletion,
      texts: { version: 'The version to delete. If the view has changed since, it is left as it is (409).' },
      defaults: {},
    },
    headers: [HOLDER],
    done: { text: 'It is deleted.', message: 'The view is deleted.' },
    failures: { ...failures, 409: FAILURES.viewChanged },
  },
];

const CONTENT = {
  list: 'The title of the list.',
  name: 'The name of the view.',
  query: 'The query of the list’s address: its filters, sort and columns.',
  density: '`comfortable` or `compact`.',
  forEveryone: 'Whether everyone of the organisation sees it; false if only its author does.',
};

const VIEW = {
  id: 'A UUID.',
  ...CONTENT,
  author: SESSION_PERSON,
  version: 'Grows by one with each change.',
};

/** The schemas of saved views. */
export const VIEW_SCHEMAS: Record<string, NamedSchema> = {
  ViewContent: {
    schema: viewContent,
    text: `How a list is seen. A person can save ${MAX_VIEWS} views.`,
    fields: {
      ...CONTENT,
      version:
        'The version that this changes, as it was read; 0 for a new view. If it is another by now, nothing is changed (409). Without it, what is there is replaced.',
    },
  },
  View: {
    schema: savedView,
    text: 'A saved view.',
    fields: VIEW,
  },
  Views: {
    schema: viewList,
    text: 'Saved views.',
    fields: {
      views: { text: 'A saved view.', fields: VIEW },
    },
  },
};
