import { LoadingPlaceholder } from '#web/components/layout/arriving.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';

export function ListSkeleton() {
  return (
    <LoadingPlaceholder>
      <div aria-hidden className="flex flex-col gap-3">
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} className="h-14" />
        ))}
      </div>
    </LoadingPlaceholder>
  );
}
