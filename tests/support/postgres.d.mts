export function ensurePostgres(): Promise<{ url: string; stop: () => Promise<void> } | { skipped: string }>;
