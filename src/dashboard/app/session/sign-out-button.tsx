import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { signOut } from '#dashboard/api/session/session.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { SignInPage } from './sign-in-part.ts';

interface SignOutButtonProps {
  look?: 'secondary' | 'quiet';
  icon?: ReactNode;
  children: ReactNode;
}

/** Ends the session and leaves the address: the next sign-in starts at the overview. */
export function SignOutButton({ children, ...rest }: SignOutButtonProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [state, setState] = useState<'ready' | 'busy' | 'failed'>('ready');

  async function leave() {
    setState('busy');
    try {
      await signOut(client);
      navigate('/', { replace: true });
    } catch {
      setState('failed');
    }
  }

  return (
    <>
      <Button {...rest} onPointerDown={SignInPage.approach} busy={state === 'busy'} onClick={leave}>
        {state === 'failed' ? 'Not signed out. Try again' : children}
      </Button>
      <span role="status" className="sr-only">
        {state === 'failed' && 'Pledge can’t be reached. You’re still signed in.'}
      </span>
    </>
  );
}
