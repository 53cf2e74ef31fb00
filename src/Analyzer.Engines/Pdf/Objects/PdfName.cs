using System.Text;
using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>The names that mean something to <see cref="ObjectReader"/>, spelled as in PDF.</summary>
internal enum PdfName : byte
{
    Unknown,
    Type,
    Subtype,
    S,
    JS,
    OpenAction,
    AA,
    Next,
    URI,
    F,
    UF,
    EF,
    Unix,
    DOS,
    Mac,
    Filter,
    DecodeParms,
    Length,
    Length1,
    Length2,
    Length3,
    N,
    First,
    Predictor,
    Colors,
    Columns,
    BitsPerComponent,
    EarlyChange,
    Name,
    Identity,
    XFA,
    ObjStm,
    XRef,
    XObject,
    Image,
    EmbeddedFile,
    Metadata,
    Type1C,
    CIDFontType0C,
    OpenType,
    FlateDecode,
    Fl,
    LZWDecode,
    LZW,
    ASCII85Decode,
    A85,
    ASCIIHexDecode,
    AHx,
    RunLengthDecode,
    RL,
    Crypt,
    Standard,
    CFM,
    StdCF,
    DCTDecode,
    DCT,
    JPXDecode,
    CCITTFaxDecode,
    CCF,
    JBIG2Decode,
    GoTo,
    GoToR,
    GoToE,
    Launch,
    JavaScript,
    SubmitForm,
    ImportData,
    Rendition,
    Named,
    Thread,
    A,
    P,
    Win,
    Ref,
    Kids,
    Names,
    OnInstantiate,
    FontMatrix,
    FontFile2,
    FontFile3,
    Rect,
    AP,
    Catalog,
    Pages,
    Page,
    Annots,
    MediaBox,
    Resources,
    Widget,
    FT,
    Ff,
    DA,
    Base,
    FDF,
    Before,
    After,
    AfterPermsReady,
    Doc,

    // The events of additional actions (ISO 32000-2, 12.6.3); F is one of them too, and stands above.
    E,
    X,
    D,
    U,
    Fo,
    Bl,
    PO,
    PC,
    PV,
    PI,
    O,
    C,
    K,
    V,
    WC,
    WS,
    DS,
    WP,
    DP,
    DC,
}

/// <summary>A name that is known: what it means in a dictionary, and the counter that counts it.</summary>
internal readonly record struct KnownName(PdfName Name, PdfKeyword Keyword)
{
    public static readonly KnownName Unknown = new(PdfName.Unknown, PdfKeyword.None);
}

/// <summary>Finds names by their bytes.</summary>
internal static class PdfNames
{
    private const int Slots = 1024;
    private const int MaxLength = 16;

    private static readonly (byte[] Spelling, KnownName Name)[] Known = [.. KnownNames()];
    private static readonly byte[] Table = MakeTable();

    /// <param name="name">The name without its solidus, with hex codes decoded; case matters.</param>
    public static KnownName Find(ReadOnlySpan<byte> name)
    {
        if (name.Length is 0 or > MaxLength)
        {
            return KnownName.Unknown;
        }

        for (var slot = Hash(name); Table[slot] != 0; slot = (slot + 1) & (Slots - 1))
        {
            ref var known = ref Known[Table[slot] - 1];
            if (name.SequenceEqual(known.Spelling))
            {
                return known.Name;
            }
        }

        return KnownName.Unknown;
    }

    /// <summary>Whether a dictionary of additional actions can have this key.</summary>
    public static bool IsEvent(PdfName name) => name is >= PdfName.E or PdfName.F;

    private static int Hash(ReadOnlySpan<byte> name) =>
        ((name[0] * 131) + (name[^1] * 31) + (name[name.Length / 2] * 7) + name.Length) & (Slots - 1);

    private static IEnumerable<(byte[] Spelling, KnownName Name)> KnownNames() =>
        Enum.GetNames<PdfName>().Skip(1)
            .Union(Core.PdfKeywords.Names.Where(name => name[0] == '/').Select(name => name.Split(' ')[0][1..]))
            .Select(Encoding.ASCII.GetBytes)
            .Select(name => (name, new KnownName(
                Enum.TryParse<PdfName>(Encoding.ASCII.GetString(name), out var known) ? known : PdfName.Unknown,
                PdfVocabulary.FindName(name) is var keyword and not PdfKeyword.Colors ? keyword : PdfKeyword.None)));

    private static byte[] MakeTable()
    {
        var table = new byte[Slots];
        for (var i = 0; i < Known.Length; i++)
        {
            var slot = Hash(Known[i].Spelling);
            while (table[slot] != 0)
            {
                slot = (slot + 1) & (Slots - 1);
            }

            table[slot] = (byte)(i + 1);
        }

        return table;
    }
}
