import { endpointQuery } from '../http/queries.ts';

/** The configuration under which the creditor lends. */
export const loanConfigurationQuery = endpointQuery('getLoanConfiguration', {});
