import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Route, Routes } from 'react-router-dom';

/** The least that the stack of the dashboard can be: React, router, query client, one table from JSON. */

interface Loan {
  id: string;
  borrower: string;
  amount: number;
  currency: string;
  status: string;
  repayment_date: string;
}

async function fetchLoans(): Promise<Loan[]> {
  const answer = await (await fetch('/loans.json')).json();
  return answer.data.docs;
}

function Loans() {
  const { data = [] } = useQuery({ queryKey: ['loans'], queryFn: fetchLoans });
  return (
    <table>
      <tbody>
        {data.map(({ id, borrower, amount, currency, status, repayment_date }) => (
          <tr key={id}>
            <td>{id}</td>
            <td>{borrower}</td>
            <td>{amount}</td>
            <td>{currency}</td>
            <td>{status}</td>
            <td>{repayment_date}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <QueryClientProvider client={new QueryClient()}>
    <BrowserRouter>
      <Routes>
        <Route path="/" element={<Loans />} />
      </Routes>
    </BrowserRouter>
  </QueryClientProvider>,
);
