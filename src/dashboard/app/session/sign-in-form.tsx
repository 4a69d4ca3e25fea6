import { useMutation, useQueryClient } from '@tanstack/react-query';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { nameProblem } from '#contract/people.ts';
import { accessTokenProblem, type DeskState } from '#contract/session.ts';
import { ApiError } from '#dashboard/api/http/api-error.ts';
import { explainSignIn } from '#dashboard/api/http/explain.ts';
import { ROLE_LABELS } from '#dashboard/api/session/role-labels.ts';
import { type SignIn, signIn, useDesk } from '#dashboard/api/session/session.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button, buttonClass, IconButton } from '#dashboard/ui/button.tsx';
import { ErrorReference } from '#dashboard/ui/error-reference.tsx';
import { Field, inputClass } from '#dashboard/ui/field.tsx';

/** The ways to sign in here: with the organisation, with an access token, or both. `name` is the person whose session has ended. */
export function SignInWays({ organisation, name }: { organisation: ReactNode; name?: string | undefined }) {
  const { signIn } = useDesk();
  return (
    <>
      {signIn.organisation && organisation}
      {signIn.organisation && signIn.token && <p className="my-4 text-center text-muted">or</p>}
      {signIn.token && <SignInForm name={name} />}
    </>
  );
}

/** Leads to the identity provider of the organisation, and from there to an address. */
export function OrganisationSignIn({ to, target }: { to: string; target?: '_blank' }) {
  return (
    <a
      href={`/session/oidc?${new URLSearchParams({ to })}`}
      target={target}
      className={`${buttonClass('primary')} w-full`}
    >
      Sign in with your organisation
    </a>
  );
}

/** Begins with the one thing to do here, once the form answers. */
function focusToken(form: HTMLFormElement | null): void {
  form?.querySelector('input')?.focus();
}

function SignInForm({ name = '' }: { name: string | undefined }) {
  const { demoSignIns } = useDesk();
  const client = useQueryClient();
  const [shown, setShown] = useState(false);
  const { mutate, isPending, variables, error, reset } = useMutation({
    mutationFn: ({ body }: { source: string; body: SignIn }) => signIn(client, body),
  });
  /** What is being signed in with: the form, or one of the demo's organisations. */
  const pending = isPending ? variables.source : null;
  const enter = (source: string, body: SignIn) => {
    if (!isPending) mutate({ source, body });
  };
  const { register, handleSubmit, formState } = useForm({ defaultValues: { accessToken: '', name } });
  const { errors } = formState;
  return (
    <div className="flex flex-col gap-5">
      <form
        ref={focusToken}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={handleSubmit(
          (typed) => enter('form', { accessToken: typed.accessToken.trim(), name: typed.name.trim() }),
          () => reset(),
        )}
      >
        {error instanceof ApiError && (
          <Banner tone="danger" title={explainSignIn(error).title}>
            {explainSignIn(error).meaning}
            <ErrorReference code={error.code} status={error.status} requestId={error.requestId} />
          </Banner>
        )}
        <Field
          label="Access token"
          help="Stored encrypted. Leading and trailing spaces are ignored."
          error={errors.accessToken?.message}
        >
          {(wiring) => (
            <div className="relative">
              <input
                {...wiring}
                {...register('accessToken', { validate: (text) => accessTokenProblem(text.trim()) ?? true })}
                type={shown ? 'text' : 'password'}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                className={`${inputClass} pr-11 font-mono max-md:pr-12`}
              />
              <IconButton
                label={shown ? 'Hide the token' : 'Show the token'}
                icon={shown ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
                className="absolute top-0.5 right-0.5 max-md:top-0 max-md:right-0"
                onClick={() => setShown(!shown)}
              />
            </div>
          )}
        </Field>
        <Field
          label="Your name"
          help="The activity log shows it with what you do, as self-declared."
          error={errors.name?.message}
        >
          {(wiring) => (
            <input
              {...wiring}
              {...register('name', { validate: (text) => nameProblem(text) ?? true })}
              autoComplete="name"
              className={inputClass}
            />
          )}
        </Field>
        <Button type="submit" look="primary" busy={pending === 'form'} className="h-10 w-full">
          Sign in
        </Button>
      </form>
      {demoSignIns.length > 0 && (
        <section
          aria-labelledby="demo-sign-ins"
          className="flex flex-col gap-3 border-hairline border-t pt-5"
        >
          <h2 id="demo-sign-ins" className="text-muted">
            Or try the demo as
          </h2>
          {demoSignIns.map((demo) => (
            <DemoSignIns key={demo.organisation} {...demo} {...{ pending, enter }} />
          ))}
        </section>
      )}
    </div>
  );
}

type DemoSignInsProps = DeskState['demoSignIns'][number] & {
  pending: string | null;
  enter: (source: string, body: SignIn) => void;
};

/** A demo organisation: someone with every role, or one of its people. */
function DemoSignIns({ organisation, accessToken, people, pending, enter }: DemoSignInsProps) {
  return (
    <div>
      <Button
        busy={pending === organisation}
        className="h-10 w-full"
        onClick={() => enter(organisation, { accessToken })}
      >
        <span className="min-w-0 flex-1 truncate text-left">
          {organisation} <span className="font-normal text-muted">with every role</span>
        </span>
        <ArrowRight size={16} aria-hidden className="shrink-0 text-muted" />
      </Button>
      <ul aria-label={`People of ${organisation}`} className="mt-1.5 grid grid-cols-2 gap-1.5">
        {people.map(({ role, name }) => (
          <li key={role}>
            <Button
              look="quiet"
              busy={pending === `${organisation} ${role}`}
              className="h-auto! w-full justify-start! px-2! py-1 text-left"
              onClick={() => enter(`${organisation} ${role}`, { accessToken, demoRole: role })}
            >
              <span className="min-w-0 text-table">
                <span className="block truncate text-text">{name}</span>
                <span className="block truncate font-normal text-muted">{ROLE_LABELS[role]}</span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
