import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { signOut } from '#dashboard/api/session/session.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { SignInPage } from './sign-in-part.ts';

/** Ends the session and leaves the address: the next sign-in starts at the overview. */
export function SignOutButton(props: { icon?: ReactNode; children: ReactNode }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutate, isPending, isError } = useMutation({
    mutationFn: () => signOut(client),
    onSuccess: () => navigate('/', { replace: true }),
  });
  return (
    <>
      <Button
        {...props}
        look="quiet"
        onPointerDown={SignInPage.approach}
        busy={isPending}
        onClick={() => mutate()}
      >
        {isError ? 'Not signed out. Try again' : props.children}
      </Button>
      <span role="status" className="sr-only">
        {isError && 'Pledge can’t be reached. You’re still signed in.'}
      </span>
    </>
  );
}
