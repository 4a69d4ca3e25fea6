import { Component, type ReactNode } from 'react';
import { Button } from '#dashboard/ui/button.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** When this changes, the children are rendered again: for another page, for example. */
  attempt?: string;
}

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
  const isMissing = MISSING_CHUNK.test(error instanceof Error ? error.message : '');
  return (
    <Notice
      urgent
      title={isMissing ? 'This part of Pledge could not be loaded' : 'Something went wrong on this page'}
      action={
        <span className="flex flex-wrap justify-center gap-2">
          {!isMissing && (
            <Button look="primary" onClick={retry}>
              Try again
            </Button>
          )}
          <Button look={isMissing ? 'primary' : 'secondary'} onClick={() => location.reload()}>
            Reload the page
          </Button>
        </span>
      }
    >
      {isMissing
        ? 'There may be a newer version, or the connection was interrupted. Reload the page.'
        : 'Nothing was sent or changed. Try again, or reload the page.'}
    </Notice>
  );
}

/** Code could not be fetched; each browser words it differently. */
const MISSING_CHUNK = /dynamically imported module|importing a module script failed|unable to preload css/i;
