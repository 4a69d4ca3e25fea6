// Starts Pledge together with an identity provider on this machine, and prints who can sign in there.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startIdentityProvider } from '../tests/support/identity-provider.mjs';

const server = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist', 'server');
const port = process.env.PORT || '4173';
const pledge = `http://localhost:${port}`;
const clientSecret = randomBytes(24).toString('hex');

const person = (id, name, role, organisation = ['Crestline']) => ({
  id,
  name,
  organisation,
  roles: [role],
  password: randomBytes(4).toString('hex'),
});
const people = [
  person('david', 'David Eze', 'creditor'),
  person('ruth', 'Ruth Kamau', 'operations'),
  person('ama', 'Ama Boateng', 'analyst'),
  person('samuel', 'Samuel Adeleke', 'approver'),
  person('nadia', 'Nadia Haddad', 'administrator'),
  person('zuri', 'Zuri Omondi', 'creditor', ['Crestline', 'Harbour']),
  person('tom', 'Tom Otieno', 'trainee'),
];
const { issuer } = await startIdentityProvider({ port: 0, pledge, clientSecret, people });

const gateway = spawn(process.execPath, [join(server, 'gateway.js')], {
  env: {
    ...process.env,
    PORT: port,
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: 'pledge',
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_ORGANISATION_CLAIM: 'organisation',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
gateway.once('exit', (code) => process.exit(code || process.exitCode));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => gateway.kill(signal));

let output = '';
gateway.stdout.on('data', (chunk) => {
  process.stdout.write(chunk);
  if (output.includes('ready at')) return;
  output += chunk;
  if (output.includes('ready at')) {
    introduce().catch((error) => {
      console.error(error.message);
      process.exitCode = 1;
      gateway.kill();
    });
  }
});

/** Stores the access tokens of the demo's organisations, and prints the people. */
async function introduce() {
  for (const name of ['Crestline', 'Harbour']) await storeToken(name, `pledge_demo_${name.toLowerCase()}`);
  console.log(`\nSign in with your organisation, at the identity provider ${issuer}:`);
  for (const { id, password, name, roles, organisation } of people) {
    const role = roles.includes('trainee') ? 'a role that Pledge does not know' : roles.join(', ');
    console.log(`  ${id.padEnd(8)} ${password}  ${name}, ${organisation.join(' and ')}: ${role}`);
  }
}

async function storeToken(name, accessToken) {
  const command = [join(server, 'organisation.js'), '--name', name, '--token-stdin'];
  const child = spawn(process.execPath, command, { stdio: ['pipe', 'ignore', 'inherit'] });
  child.stdin.end(accessToken);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The access token of ${name} could not be stored: see above.`);
}
