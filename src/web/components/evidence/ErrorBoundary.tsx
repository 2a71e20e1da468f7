import { Component, type ReactNode } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';

interface ErrorBoundaryProps {
  /** What could not be drawn. */
  readonly what: string;
  readonly children: ReactNode;
}

/** Keeps a defect in one panel from blanking its page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <EmptyState
        kind="failed"
        word={`${this.props.what} could not be drawn`}
        action={
          <Button size="sm" onClick={() => this.setState({ error: null })}>
            Draw again
          </Button>
        }
      >
        The answer arrived, but this dashboard failed to show it: {error.message}
      </EmptyState>
    );
  }
}
