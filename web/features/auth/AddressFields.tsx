import { MORE_COUNTRIES, OTHER_COUNTRY, REGISTRATION_COUNTRIES } from '#rules/countries'
import { Select, TextField } from '#ui'

import type { RegisterField } from './register.ts'

type AddressName = 'address_line1' | 'address_line2' | 'city' | 'state' | 'postal_code' | 'country'

type Props = {
  field: (name: AddressName) => ReturnType<RegisterField>
  /** More countries than the registration form has, whose list is the specification's. */
  hasMore?: boolean
}

const optionsOf = (names: readonly string[]) =>
  [...names, OTHER_COUNTRY].map((name) => ({ value: name, label: name }))

const COUNTRIES = optionsOf(REGISTRATION_COUNTRIES)
const ALL_COUNTRIES = optionsOf([...REGISTRATION_COUNTRIES, ...MORE_COUNTRIES].toSorted())

/** Postal address; all fields are optional. */
export const AddressFields = ({ field, hasMore = false }: Props) => (
  <>
    <TextField {...field('address_line1')} optional autoComplete="address-line1" />
    <TextField {...field('address_line2')} optional autoComplete="address-line2" />
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField {...field('city')} optional autoComplete="address-level2" />
      <TextField {...field('state')} optional autoComplete="address-level1" />
      <TextField {...field('postal_code')} optional autoComplete="postal-code" />
      <Select
        {...field('country')}
        optional
        options={hasMore ? ALL_COUNTRIES : COUNTRIES}
        placeholder="Choose a country"
        autoComplete="country-name"
      />
    </div>
  </>
)
