import { useQueryClient } from '@tanstack/react-query';
import { ArrowRight, Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { accessTokenProblem, type DeskState } from '#contract/session.ts';
import { ApiError } from '#dashboard/api/http/api-error.ts';
import { explainSignIn } from '#dashboard/api/http/explain.ts';
import { signIn } from '#dashboard/api/session/session.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button, IconButton } from '#dashboard/ui/button.tsx';
import { ErrorReference } from '#dashboard/ui/error-reference.tsx';
import { Field, inputClass } from '#dashboard/ui/field.tsx';

/** The access token's form, and the demo's sign-ins where there are some. */
export function SignInForm({ demoSignIns }: Pick<DeskState, 'demoSignIns'>) {
  const client = useQueryClient();
  const [shown, setShown] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  /** What is being signed in with: the form, or one of the demo's organisations. */
  const [pending, setPending] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { accessToken: '' } });
  const error = formState.errors.accessToken?.message;

  async function enter(source: string, accessToken: string) {
    if (pending !== null) return;
    setPending(source);
    setFailure(null);
    try {
      await signIn(client, accessToken);
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      setFailure(cause);
    } finally {
      setPending(null);
    }
  }

  return (
    <div className="flex flex-col gap-5">
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={handleSubmit(({ accessToken }) => enter('form', accessToken.trim()))}
      >
        {failure && <SignInFailure error={failure} />}
        <Field
          label="Access token"
          help="Kept encrypted. Spaces or a line break around it are left out."
          error={error}
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
                // The one thing to do here, on the page and in the dialog alike.
                // biome-ignore lint/a11y/noAutofocus: see above
                autoFocus
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
        <Button type="submit" look="primary" busy={pending === 'form'} className="h-10 w-full">
          Sign in
        </Button>
      </form>
      {demoSignIns.length > 0 && (
        <section aria-labelledby="demo-sign-ins" className="border-hairline border-t pt-5">
          <h2 id="demo-sign-ins" className="mb-2 text-muted">
            Or try the demo as
          </h2>
          <ul className="flex flex-col gap-2">
            {demoSignIns.map(({ organisation, accessToken }) => (
              <li key={organisation}>
                <Button
                  busy={pending === organisation}
                  className="group h-10 w-full"
                  onClick={() => enter(organisation, accessToken)}
                >
                  <span className="min-w-0 flex-1 truncate text-left">{organisation}</span>
                  <ArrowRight size={16} aria-hidden className="shrink-0 text-muted" />
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function SignInFailure({ error }: { error: ApiError }) {
  const { title, meaning } = explainSignIn(error);
  return (
    <Banner tone="danger" title={title}>
      {meaning}
      <ErrorReference code={error.code} status={error.status} requestId={error.requestId} />
    </Banner>
  );
}
