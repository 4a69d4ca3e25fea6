import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { takeSettings } from './api/session/session.ts';
import { App } from './app/app.tsx';
import { openPage } from './app/page-parts.ts';
import { createQueryClient } from './app/query-client.ts';
import { keepReader, takeRendered } from './app/rendering/rendered.ts';

const client = createQueryClient();
const root = document.getElementById('root') as HTMLElement;
takeSettings();
const at = takeRendered(root, client);

openPage(client, at === null).then(() => {
  // Until now, what the server rendered answered to nothing.
  root.inert = false;
  const app = <App client={client} at={at} router={(pages) => <BrowserRouter>{pages}</BrowserRouter>} />;
  if (at === null) createRoot(root).render(app);
  else
    hydrateRoot(root, app, {
      onRecoverableError: (error) => console.error('The page differs from what the server rendered.', error),
    });
  setTimeout(keepReader);
});
