import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { unstable_HistoryRouter as HistoryRouter } from 'react-router-dom';
import { deskHistory } from './desk-history.ts';

export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  const [history] = useState(deskHistory);
  return (
    <QueryClientProvider client={client}>
      <HistoryRouter history={history} useTransitions={false}>
        {children}
      </HistoryRouter>
    </QueryClientProvider>
  );
}
