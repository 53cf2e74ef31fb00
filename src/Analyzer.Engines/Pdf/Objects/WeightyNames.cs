using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>Knows the names because of which an object has to be read token by token, and quickly tells most others from them.</summary>
internal static class WeightyNames
{
    private const int PairSlots = 1 << 13;
    private const int FourSlots = 1 << 12;

    private static readonly Check[] Pairs = new Check[PairSlots];
    private static readonly bool[] Fours = new bool[FourSlots];

    static WeightyNames()
    {
        foreach (var name in Enum.GetValues<PdfName>().Where(name => Of(name) != Weight.None).Select(name => name.ToString())
            .Concat(Core.PdfKeywords.Names.Where(name => name[0] == '/').Select(name => name.Split(' ')[0][1..])))
        {
            var bytes = Encoding.ASCII.GetBytes(name);
            switch (name)
            {
                case "F":
                    for (var other = 0; other < 256; other++)
                    {
                        var ends = PdfCharacters.ClassOf((byte)other) != CharacterClass.Regular;
                        Pairs[PairSlot(bytes[0], (byte)other)] |= ends ? Check.Name : Check.None;
                    }

                    break;
                case nameof(PdfName.S) or nameof(PdfName.A):
                    foreach (var space in "\0\t\n\f\r "u8)
                    {
                        Pairs[PairSlot(bytes[0], space)] = Check.Spaced;
                    }

                    break;
                default:
                    ref var check = ref Pairs[PairSlot(bytes[0], bytes[1])];
                    check = bytes.Length < 3 || check == Check.Name ? Check.Name : Check.FourLetters;
                    for (var other = 0; bytes.Length == 3 && other < 256; other++)
                    {
                        Fours[FourSlot(BitConverter.ToUInt32([.. bytes, (byte)other]))] |=
                            PdfCharacters.ClassOf((byte)other) != CharacterClass.Regular;
                    }

                    Fours[FourSlot(BitConverter.ToUInt32([.. bytes, 0, 0]))] |= bytes.Length >= 4;
                    break;
            }
        }
    }

    // How to find out more about a name that begins with two letters.
    private enum Check : byte
    {
        None,
        Name,
        FourLetters,
        Spaced,
    }

    /// <summary>Whether a name may be one of them.</summary>
    /// <param name="name">Its first byte after the solidus; seven more can be read, whether or not they belong to it.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool MayBe(ref byte name)
    {
        var check = Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(Pairs), PairSlot(name, Unsafe.Add(ref name, 1)));
        return check != Check.None && MayBe(ref name, check);
    }

    /// <summary>The meaning of a name for its object.</summary>
    public static Weight Of(PdfName name) => name switch
    {
        PdfName.JS or PdfName.OpenAction or PdfName.AA or PdfName.Next or PdfName.URI or PdfName.UF or PdfName.EF or PdfName.Unix
            or PdfName.DOS or PdfName.Mac or PdfName.Launch or PdfName.JavaScript or PdfName.Rendition or PdfName.SubmitForm
            or PdfName.ImportData or PdfName.GoToR or PdfName.GoToE or PdfName.ObjStm or PdfName.EmbeddedFile or PdfName.XFA
            or PdfName.Colors or PdfName.JBIG2Decode or PdfName.Predictor or PdfName.EarlyChange or PdfName.Standard
            or PdfName.CFM or PdfName.StdCF or PdfName.OnInstantiate or PdfName.FontMatrix or PdfName.FontFile2
            or PdfName.Ref or PdfName.FDF or PdfName.Before or PdfName.After or PdfName.AfterPermsReady or PdfName.Doc => Weight.Acts,
        PdfName.F => Weight.Names,
        PdfName.S or PdfName.A => Weight.Type,
        _ => Weight.None,
    };

    private static bool MayBe(ref byte name, Check check) => check switch
    {
        Check.FourLetters => Fours[FourSlot(Unsafe.ReadUnaligned<uint>(ref name))],

        // A name follows nearly always; only a number is of interest.
        Check.Spaced => Unsafe.Add(ref name, 2) != '/',
        _ => true,
    };

    private static int PairSlot(byte first, byte second) => ((first & 0x3F) << 7) | (second & 0x7F);

    private static int FourSlot(uint letters) => (int)(letters * 2_654_435_769u >> 20);
}

/// <summary>Why a name makes a difference.</summary>
internal enum Weight
{
    None,

    /// <summary>Something may act, or be counted, in whatever place.</summary>
    Acts,

    /// <summary>A file is named where a string follows.</summary>
    Names,

    /// <summary>Another object tells what an action does where a reference follows.</summary>
    Type,
}
