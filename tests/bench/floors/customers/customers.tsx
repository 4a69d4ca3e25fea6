import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** The least that shows every customer: React, a plain array that is filtered, a window of rows made by hand. */

interface Customer {
  _id: { email: string };
  name: string;
  total_trades: number;
  date: string;
}

const ROW = 40;
const FRAME = 800;
/** Rows above and below the frame, so that a fast wheel finds some. */
const BEYOND = 12;
const SHOWN = Math.ceil(FRAME / ROW) + 2 * BEYOND;

const style = {
  frame: { height: FRAME, overflow: 'auto' },
  table: { width: '100%', tableLayout: 'fixed', borderSpacing: 0 },
  row: { height: ROW },
} as const;

function matches({ name, _id }: Customer, text: string): boolean {
  return name.toLowerCase().includes(text) || _id.email.toLowerCase().includes(text);
}

function Customers() {
  const [all, setAll] = useState<Customer[]>([]);
  const [text, setText] = useState('');
  const [top, setTop] = useState(0);
  useEffect(() => {
    fetch('/v1/api/customers')
      .then((answer) => answer.json())
      .then(({ data }) => setAll(data));
  }, []);
  const found = text === '' ? all : all.filter((customer) => matches(customer, text));
  const first = Math.max(0, Math.floor(top / ROW) - BEYOND);
  const shown = found.slice(first, first + SHOWN);
  return (
    <>
      <input
        type="search"
        aria-label="Search customers"
        value={text}
        onChange={(event) => setText(event.target.value.toLowerCase())}
      />
      <p role="status">{found.length}</p>
      <section
        aria-label="Customers"
        style={style.frame}
        onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
      >
        <table style={style.table}>
          <tbody>
            <tr style={{ height: first * ROW }} />
            {shown.map(({ _id, name, total_trades, date }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a customer may stand in the list twice
              <tr key={first + place} data-index={first + place} style={style.row}>
                <td>{name}</td>
                <td>{_id.email}</td>
                <td>{total_trades}</td>
                <td>{new Date(date).toLocaleDateString()}</td>
              </tr>
            ))}
            <tr style={{ height: (found.length - first - shown.length) * ROW }} />
          </tbody>
        </table>
      </section>
    </>
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(<Customers />);
