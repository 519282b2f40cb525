import type { ReviewFilters } from '#contract/reviews'
import { client } from '#web/api'

export const reviews = client('reviews')

export const reviewOf = (id: string, filters: Partial<ReviewFilters>) =>
  reviews.getReview.query({ params: { id }, query: filters })
