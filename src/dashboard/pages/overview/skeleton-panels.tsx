import { Skeleton } from '#dashboard/ui/skeleton.tsx';
import { useMedia } from '#dashboard/ui/use-media.ts';
import { FiguresTable } from './figures-table.tsx';

/** Stands where the figures will, in their shape. */
export function SkeletonPanels() {
  const wide = useMedia('(min-width: 48rem)');
  return (
    <div aria-busy className="flex flex-col gap-3">
      {wide && <FiguresTable currencies={undefined} partial growth={1} basis="" />}
      <div className="h-9" />
      <div className="grid items-start gap-3 xl:grid-cols-3">
        <div className="grid min-w-0 gap-3 md:grid-cols-2 xl:col-span-2">
          <Blank className="h-80 md:col-span-2" />
          <Blank className="h-90" />
          <Blank className="h-90" />
        </div>
        <Blank className="h-160" />
      </div>
    </div>
  );
}

function Blank({ className }: { className: string }) {
  return (
    <div className={`flex flex-col gap-5 rounded-panel border border-hairline bg-panel p-4 ${className}`}>
      <Skeleton className="w-40" />
      <Skeleton className="w-full" />
      <Skeleton className="w-3/4" />
      <Skeleton className="w-1/2" />
    </div>
  );
}
