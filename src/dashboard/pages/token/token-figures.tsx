import { fieldOf, type TokenRow } from '#dashboard/api/tokens/token-fields.ts';
import { changeOf, spreadOf } from '#dashboard/api/tokens/token-figures.ts';
import { lackOf, Share, TokenValue } from '#dashboard/table/token-value.tsx';
import { FigureStrip, StripFigure } from '#dashboard/ui/figure-strip.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';

/** What a token is judged by: its prices, what it pays and for how long, and how far its raise is. */
export function TokenFigures({ token }: { token: TokenRow }) {
  const { price, prev_price: before, currency } = token;
  const change = changeOf(price.exchange, before?.exchange);
  return (
    <FigureStrip>
      <StripFigure
        label="Exchange price"
        note={
          change === null ? (
            <Unknown reason={lackOf(fieldOf('change'))} />
          ) : (
            <>
              <Share value={change} signed /> since the previous price
            </>
          )
        }
      >
        <Money amount={price.exchange} currency={currency} />
      </StripFigure>
      <StripFigure label="Sell price" note={<Spread token={token} />}>
        <Money amount={price.sell} currency={currency} />
      </StripFigure>
      {['interest', 'tenor', 'raised'].map((id) => (
        <StripFigure key={id} label={fieldOf(id).label}>
          <TokenValue field={fieldOf(id)} token={token} />
        </StripFigure>
      ))}
    </FigureStrip>
  );
}

/** What lies between buying and selling, in money and as a share. */
function Spread({ token }: { token: TokenRow }) {
  const spread = spreadOf(token.price);
  const field = fieldOf('spread');
  const share = field.read(token);
  if (spread === null) return <Unknown reason={lackOf(field)} />;
  return (
    <>
      Spread <Money amount={spread} currency={token.currency} />
      {typeof share === 'number' && (
        <>
          {' '}
          (<Share value={share} /> of mid)
        </>
      )}
    </>
  );
}
