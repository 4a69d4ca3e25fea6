import { Component, type ReactNode } from 'react';
import { Button } from '#dashboard/ui/button.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** When this changes, what failed is given another try: another page, say. */
  attempt?: string;
}

/** Catches what a part of the page throws, so that the rest of it lives on. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown }> {
  override state = { error: undefined as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('Nothing was thrown.') };
  }

  override componentDidUpdate({ attempt }: ErrorBoundaryProps) {
    if (attempt !== this.props.attempt && this.state.error !== undefined) this.setState({ error: undefined });
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return <Broken error={error} retry={() => this.setState({ error: undefined })} />;
  }
}

function Broken({ error, retry }: { error: unknown; retry: () => void }) {
  if (isMissingChunk(error)) {
    return (
      <Notice urgent title="This part of the desk could not be loaded" action={<ReloadButton primary />}>
        A newer version may have been put in place, or the connection broke off. Reload the page to get it.
      </Notice>
    );
  }
  return (
    <Notice
      urgent
      title="This page ran into a fault of ours"
      action={
        <span className="flex flex-wrap justify-center gap-2">
          <Button look="primary" onClick={retry}>
            Try again
          </Button>
          <ReloadButton />
        </span>
      }
    >
      Nothing was sent and nothing was changed. Try again; if it comes back, reload the page.
    </Notice>
  );
}

function ReloadButton({ primary = false }: { primary?: boolean }) {
  return (
    <Button look={primary ? 'primary' : 'secondary'} onClick={() => location.reload()}>
      Reload the page
    </Button>
  );
}

/** Whether code could not be fetched; each browser has its own words for it. */
function isMissingChunk(error: unknown): boolean {
  const text = error instanceof Error ? error.message : '';
  return /dynamically imported module|importing a module script failed|unable to preload css/i.test(text);
}
