import type { SchemaText } from './schemas.ts';

const reviewed = (what: string) => `Review of ${what}, such as \`Approved\`. The set is open.`;
const reference = 'Reference of an external provider.';

export const MEMBER: SchemaText = {
  text: 'A member of the organisation’s syndicate.',
  fields: {
    _id: 'Id of the member. It names the member whose order is cancelled.',
    status: 'Such as `Active`. The set is open.',
    organisation: 'Id of the organisation.',
    createdAt: 'When the membership was created, ISO 8601 in UTC.',
    updatedAt: 'When the membership last changed, ISO 8601 in UTC.',
    user: {
      text: 'The user behind the member.',
      fields: {
        _id: 'Id of the user. Loans name their borrower by it.',
        type: 'Type of the user. The set is open.',
        entity_type: 'Type of the legal entity. The set is open.',
        fname: 'First name.',
        lname: 'Last name.',
        email: 'Email address.',
        username: 'User name.',
        phone: 'Phone number.',
        city: 'City; null if not given.',
        state: 'State; null if not given.',
        country: 'Country; null if not given.',
        homeAddress: 'Home address; null if not given.',
        kyc: {
          text: 'Checks of the user’s identity.',
          fields: {
            bank: 'Whether a bank account is confirmed.',
            identityDocument: reviewed('the identity document'),
            selfie: reviewed('the photo'),
            address: reviewed('the proof of address'),
            accredited: reviewed('the accreditation as an investor'),
            email: 'Whether the email address is confirmed.',
            terms: 'Whether the terms are accepted.',
          },
        },
        activated: 'Whether the account is activated.',
        verified: 'Whether the user is verified.',
        pin_set: 'Whether a PIN is set.',
        biometrics_auth: 'Whether sign-in by biometrics is on.',
        self_activated: 'Whether the user activated the account.',
        two_factor_enabled: 'Whether two-factor sign-in is on.',
        dealroom_member: 'Whether the user is a member of the deal room.',
        tour: {
          text: 'Which introductions the user has seen.',
          fields: {
            introduction_tour: 'The general introduction.',
            wallet_tour: 'The introduction to the wallet.',
            secondary_tour: 'The introduction to the secondary market.',
          },
        },
        temp_two_factor_secret: 'Always an empty string.',
        two_factor_secret: 'Always an empty string.',
        provider1_baas_reference: reference,
        provider2_reference: reference,
        provider3_reference: reference,
        manual_reference: reference,
        createdAt: 'When the user was created, ISO 8601 in UTC.',
        updatedAt: 'When the user last changed, ISO 8601 in UTC.',
      },
    },
  },
};

export const CUSTOMER: SchemaText = {
  text: 'A customer of the API client, with the number of trades.',
  fields: {
    _id: { text: 'What identifies the customer.', fields: { email: 'Email address.' } },
    total_trades: 'Number of trades.',
    name: 'Name of the customer.',
    date: 'A date of the customer, ISO 8601 in UTC; our service returns the latest trade.',
  },
};

export const TRANSACTION: SchemaText = {
  text: 'A trade of a customer.',
  fields: {
    _id: 'Id of the transaction.',
    type: '`Buy` or `Sell`.',
    status: 'Such as `Completed`. The set is open.',
    user: 'Id of the user.',
    reference: 'Reference of the transaction.',
    token: 'The token that was traded.',
    from: 'Id of the party that gave the tokens.',
    to: 'Id of the party that received the tokens.',
    volume: 'Number of tokens traded.',
    price: 'Price of one token, in units of the token’s currency.',
    owner_model: 'Kind of the owner, such as `api_key`. The set is open.',
    meta: {
      text: 'More about the trade.',
      fields: {
        customer: {
          text: 'The customer.',
          fields: { name: 'Name.', email: 'Email address.' },
        },
        meta: { text: 'The quantity.', fields: { tokens: 'Number of tokens traded.' } },
      },
    },
    api_customer_email: 'Email address of the customer.',
    organisation: 'Id of the organisation.',
    createdAt: 'When the transaction was created, ISO 8601 in UTC.',
    updatedAt: 'When the transaction last changed, ISO 8601 in UTC.',
    __v: 'Version of the record.',
  },
};

/** The fields of a page of members, tokens or transactions. */
export function pageText(list: string, noun: string): SchemaText {
  return {
    text: `One page of ${noun}, newest first.`,
    fields: {
      page: 'Number of this page, from 1.',
      pages: 'Number of pages. An empty list has one.',
      count: `Number of ${noun} on this page.`,
      total: `Number of ${noun} on all pages.`,
      [list]: `The ${noun} of this page.`,
    },
  };
}
