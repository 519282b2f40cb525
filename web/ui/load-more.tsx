import { Button } from './button.tsx'

type Props = {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
}

/** Button below a paginated list; renders nothing on the last page. */
export const LoadMore = ({ list }: Props) =>
  list.hasNextPage ? (
    <div className="mt-6 flex justify-center">
      <Button
        variant="secondary"
        busy={list.isFetchingNextPage}
        onClick={() => void list.fetchNextPage()}
      >
        Load more
      </Button>
    </div>
  ) : null
