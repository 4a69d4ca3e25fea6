import { at, type Random } from './random.ts';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);
/** Entries of more than one word, parted by semicolons. */
const entries = (text: string): readonly string[] => text.trim().split(/;\s*/);
const places = (text: string) => text.split(', ').map((place) => place.split('/') as [string, string]);

/** A country with people's names, places and the beginning of its telephone numbers. */
interface Country {
  country: string;
  phone: string;
  first: readonly string[];
  last: readonly string[];
  /** City and state (or region, or county). */
  places: readonly (readonly [string, string])[];
  streets: readonly string[];
}

const NIGERIA: Country = {
  country: 'Nigeria',
  phone: '+234803',
  first: words(`
    Adaeze Chinedu Ngozi Emeka Folasade Tunde Aisha Ibrahim Yetunde Olumide Chioma Babajide Halima Uche
    Kelechi Temitope Ṣadé Obinna Amaka Musa`),
  last: words(`
    Okafor Adeyemi Balogun Eze Okonkwo Bello Danjuma Adébáyọ̀ Nwosu Ojo Oyelaran Ibe Achebe Akande
    O'Brien-Obi Lawal Onyekachi Afolabi Yusuf Ekwueme`),
  places: places(
    'Lagos/Lagos, Ikeja/Lagos, Abuja/FCT, Ibadan/Oyo, Enugu/Enugu, Port Harcourt/Rivers, Kano/Kano, Benin City/Edo',
  ),
  streets: ['Awolowo Road', 'Broad Street', 'Aminu Kano Crescent', 'Allen Avenue', 'Ring Road', 'Ogui Road'],
};

const GHANA: Country = {
  country: 'Ghana',
  phone: '+23324',
  first: words('Kwame Ama Kofi Akosua Yaw Efua Kojo Abena Kwabena Adwoa Esi Nii Naa Kwesi Afia'),
  last: words(`
    Mensah Owusu Asante Boateng Osei Appiah Addo Ofori Agyeman Quaye Tetteh Amoako Sarpong Dzokoto Antwi`),
  places: places('Accra/Greater Accra, Kumasi/Ashanti, Tema/Greater Accra, Takoradi/Western'),
  streets: ['Oxford Street', 'Liberation Road', 'Independence Avenue', 'Harper Road', 'Spintex Road'],
};

const KENYA: Country = {
  country: 'Kenya',
  phone: '+254722',
  first: words(`
    Wanjiru Otieno Achieng Kamau Njeri Kiprop Wambui Odhiambo Mutua Chebet Makena Barasa Nafula`),
  last: words(`
    Mwangi Ochieng Njoroge Kariuki Wafula Kiplagat Muthoni Onyango Kimani Were Gitau Mbugua Ng'ang'a`),
  places: places('Nairobi/Nairobi, Mombasa/Mombasa, Kisumu/Kisumu, Nakuru/Nakuru'),
  streets: ['Kenyatta Avenue', 'Moi Avenue', 'Ngong Road', 'Oginga Odinga Street', 'Waiyaki Way'],
};

const SENEGAL_AND_IVORY_COAST = {
  first: words('Aïssatou Mamadou Fatou Ousmane Awa Cheikh Koffi Aya Kouadio Mariam'),
  last: words("Diop Ndiaye Sarr Fall Sow Kouassi Koné Traoré Ouattara N'Guessan Bâ"),
};

/** The country of a member: half Nigeria, the rest Ghana and Kenya. */
export function countryOf(random: Random): Country {
  return random.pick([NIGERIA, NIGERIA, NIGERIA, GHANA, GHANA, KENYA]);
}

/** A customer's name, of any of the five countries. */
export function customerName(random: Random): { first: string; last: string } {
  const people = random.chance(0.12) ? SENEGAL_AND_IVORY_COAST : countryOf(random);
  return { first: random.pick(people.first), last: random.pick(people.last) };
}

/** A text in the letters and digits of an address. */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^A-Za-z0-9]/g, '')
    .toLowerCase();
}

/** Companies that issue tokens. The last twelve are kept for the smaller organisation. */
export const ISSUERS: readonly string[] = entries(`
  Sahel Agro Holdings; Zuma Rock Cement; Lekki Deep Sea Logistics; Adébáyọ̀ & Sons; Obudu Dairies;
  Makoko Boatworks; Niger Delta Power; Kano Leather Works; Ogun Poultry Farms; Apapa Freight;
  Yaba Data Centres; Owerri Breweries; Gembu Tea Estates; Surulere Health; Calabar Free Zone Foods;
  O'Brien_Obi Ventures; Jos Plateau Minerals; Onitsha Markets Trust; Arik Cold Chain; Asaba Textiles;
  Volta Solar; Kumasi Timber; Tema Cold Store; Ashanti Cocoa Buyers; Cape Coast Fisheries;
  Accra Metro Homes; Tamale Shea Works; Keta Salt; Nzema Rubber; Kwahu Water; Mombasa Port Services;
  Rift Valley Flowers; Nakuru Grain Mills; Kisumu Lake Transport; Nairobi Green Homes; Turkana Wind;
  Thika Fresh Produce; Murang'a Coffee Growers; Lamu Dhow Yards; Nanyuki Dairy; Téranga Énergie;
  Café Touba Dakar; Saint-Louis Pêche; Casamance Riz; Thiès Ciment; Cacao d'Abidjan; San-Pédro Logistique;
  Korhogo Noix d'Anacarde; Bonny Island Gas; Ikorodu Steel; Ilorin Sugar; Badagry Cassava;
  Sekondi Shipyard; Elmina Canneries; Bolgatanga Baskets; Ho Pharma; Yamoussoukro Hévéa; Bouaké Coton;
  Ziguinchor Fruits; Axim Palm Oil`);

/** Why people borrow; about one loan in eight says nothing. */
export const REASONS = entries(`
  Working capital for the harvest season; Import duty on spare parts; School fees, second term;
  Bridge until an invoice is paid; Stock for the Sallah market; Deposit on a delivery van;
  Refurbishing the Tema shop; Payroll bridge; Cold-room installation; Cocoa purchase, light crop;
  Rent for two years in advance; Solar panels and inverter; Medical bills; Expansion of the hatchery`);

export function loanReason(random: Random): string | null {
  return random.chance(0.13) ? null : random.pick(REASONS);
}

/** Banks to repay to, with codes made up for the demo. */
const BANKS = [
  ['Savannah Trust Bank', '901'],
  ['Atlantic Merchant Bank', '902'],
  ['Unity Harbour Bank', '903'],
] as const;

export function bankAccount(random: Random) {
  const [bank_name, bank_code] = at(BANKS, random.int(0, 2));
  return { bank_name, bank_code, account_number: String(random.int(1_000_000_000, 9_999_999_999)) };
}
