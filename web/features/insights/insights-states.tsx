import { Skeleton } from '#web/components/ui/feedback/skeleton.tsx';

/** Placeholder with the height of the chart and its totals. */
export function InsightsSkeleton() {
  return (
    <div className="flex flex-col gap-6">
      <Skeleton className="h-20" />
      <Skeleton className="h-60" />
    </div>
  );
}
