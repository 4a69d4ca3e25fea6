import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { followOtherTabs, takeSettings } from './api/session/session.ts';
import { App } from './app/app.tsx';
import { openPage } from './app/page-parts.ts';
import { createQueryClient } from './app/query-client.ts';
import { keepReader, takeRendered } from './app/rendering/rendered.ts';

const client = createQueryClient();
const root = document.getElementById('root') as HTMLElement;
takeSettings(client);
const address = location.href;
const rendered = takeRendered(root, client);

openPage(client, rendered === null).then(() => {
  // Until now, what the server rendered answered to nothing.
  root.inert = false;
  // Back may have led elsewhere meanwhile.
  const at = location.href === address ? rendered : null;
  const app = <App client={client} at={at} router={(pages) => <BrowserRouter>{pages}</BrowserRouter>} />;
  if (at === null) createRoot(root).render(app);
  // At once, so that the router hears of every Back from here on. What is within boundaries is hydrated when there is time.
  else flushSync(() => hydrateRoot(root, app, { onRecoverableError: reportDifference }));
  followOtherTabs(client);
  setTimeout(keepReader);
});

function reportDifference(error: unknown): void {
  console.error('The page differs from what the server rendered.', error);
}
