using System.Text;

namespace Analyzer.Engines.Ole;

/// <summary>Names of streams in an installer: two letters of a table stand in one character (as libmsi and 7-Zip read them).</summary>
internal static class InstallerNames
{
    private const string Letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz._";

    public static string Decode(string name)
    {
        var plain = new StringBuilder();
        foreach (var letter in name)
        {
            switch (letter)
            {
                case >= '\u3800' and < '\u4800':
                    plain.Append(Letters[(letter - '\u3800') & 0x3F]).Append(Letters[((letter - '\u3800') >> 6) & 0x3F]);
                    break;
                case >= '\u4800' and < '\u4840':
                    plain.Append(Letters[letter - '\u4800']);
                    break;
                case '\u4840':
                    plain.Append('!');
                    break;
                default:
                    plain.Append(letter);
                    break;
            }
        }

        return plain.ToString();
    }
}
