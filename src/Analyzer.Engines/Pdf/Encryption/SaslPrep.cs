using System.Text;

namespace Analyzer.Engines.Pdf.Encryption;

/// <summary>Prepares passwords (RFC 4013): other spaces become spaces, characters that show nothing go, forms become one.</summary>
/// <remarks>
/// The servers run without the tables of Unicode, and the runtime normalizes nothing without them. So the forms are those that keyboards
/// and input methods give: letters with an accent of their own, wide and narrow forms, ligatures, numbers in a form of their own. A
/// password with others is tried as it was sent.
/// </remarks>
internal static class SaslPrep
{
    // A letter, the accent that follows it, and the letter that both are.
    private static readonly Dictionary<(char Letter, char Accent), char> Composed = MakeComposed();

    private static readonly Dictionary<char, string> Forms = MakeForms();

    public static string Prepare(string password)
    {
        var prepared = new StringBuilder(password.Length);
        foreach (var character in password)
        {
            if (IsNothing(character))
            {
                continue;
            }

            var form = Forms.GetValueOrDefault(character);
            if (form is not null)
            {
                prepared.Append(form);
            }
            else if (prepared.Length > 0 && Composed.TryGetValue((prepared[^1], character), out var composed))
            {
                prepared[^1] = composed;
            }
            else
            {
                prepared.Append(IsSpace(character) ? ' ' : character);
            }
        }

        return prepared.ToString();
    }

    // RFC 3454, C.1.2.
    private static bool IsSpace(char character) =>
        character is '\u00A0' or '\u1680' or (>= '\u2000' and <= '\u200A') or '\u202F' or '\u205F' or '\u3000';

    // RFC 3454, B.1.
    private static bool IsNothing(char character) => character is '\u00AD' or '\u034F' or '\u1806' or (>= '\u180B' and <= '\u180D')
        or (>= '\u200B' and <= '\u200D') or '\u2060' or (>= '\uFE00' and <= '\uFE0F') or '\uFEFF';

    private static Dictionary<(char Letter, char Accent), char> MakeComposed()
    {
        var composed = new Dictionary<(char, char), char>();
        foreach (var (accent, letters, results) in new[]
        {
            ('\u0300', "AEIOUaeiouNn", "ÀÈÌÒÙàèìòùǸǹ"),
            ('\u0301', "AEIOUYaeiouyCcLlNnRrSsZzGg", "ÁÉÍÓÚÝáéíóúýĆćĹĺŃńŔŕŚśŹźǴǵ"),
            ('\u0302', "AEIOUaeiouCcGgHhJjSsWwYy", "ÂÊÎÔÛâêîôûĈĉĜĝĤĥĴĵŜŝŴŵŶŷ"),
            ('\u0303', "ANOanoIiUu", "ÃÑÕãñõĨĩŨũ"),
            ('\u0304', "AaEeIiOoUu", "ĀāĒēĪīŌōŪū"),
            ('\u0306', "AaEeGgIiOoUu", "ĂăĔĕĞğĬĭŎŏŬŭ"),
            ('\u0307', "CcEeGgIZz", "ĊċĖėĠġİŻż"),
            ('\u0308', "AEIOUYaeiouy", "ÄËÏÖÜŸäëïöüÿ"),
            ('\u030A', "AaUu", "ÅåŮů"),
            ('\u030B', "OoUu", "ŐőŰű"),
            ('\u030C', "CcDdEeNnRrSsTtZzLl", "ČčĎďĚěŇňŘřŠšŤťŽžĽľ"),
            ('\u0327', "CcGgKkLlNnRrSsTt", "ÇçĢģĶķĻļŅņŖŗŞşŢţ"),
            ('\u0328', "AaEeIiUu", "ĄąĘęĮįŲų"),
            ('\u3099', "かきくけこさしすせそたちつてとはひふへほカキクケコサシスセソタチツテトハヒフヘホウ",
                "がぎぐげござじずぜぞだぢづでどばびぶべぼガギグゲゴザジズゼゾダヂヅデドバビブベボヴ"),
            ('\u309A', "はひふへほハヒフヘホ", "ぱぴぷぺぽパピプペポ"),
        })
        {
            for (var i = 0; i < letters.Length; i++)
            {
                composed[(letters[i], accent)] = results[i];
            }
        }

        return composed;
    }

    private static Dictionary<char, string> MakeForms()
    {
        var forms = new Dictionary<char, string>
        {
            ['ª'] = "a",
            ['º'] = "o",
            ['¹'] = "1",
            ['²'] = "2",
            ['³'] = "3",
            ['µ'] = "μ",
            ['…'] = "...",
            ['™'] = "TM",
            ['℠'] = "SM",
            ['¼'] = "1⁄4",
            ['½'] = "1⁄2",
            ['¾'] = "3⁄4",
            ['ſ'] = "s",
            ['Å'] = "Å",
            ['K'] = "K",
            ['Ω'] = "Ω",
            ['ﬀ'] = "ff",
            ['ﬁ'] = "fi",
            ['ﬂ'] = "fl",
            ['ﬃ'] = "ffi",
            ['ﬄ'] = "ffl",
            ['ﬅ'] = "st",
            ['ﬆ'] = "st",
        };
        for (var wide = '\uFF01'; wide <= '\uFF5E'; wide++)
        {
            forms[wide] = ((char)(wide - 0xFEE0)).ToString();
        }

        string[] roman = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "L", "C", "D", "M"];
        for (var i = 0; i < roman.Length; i++)
        {
            forms[(char)('\u2160' + i)] = roman[i];
            forms[(char)('\u2170' + i)] = roman[i].ToLowerInvariant();
        }

        for (var i = 0; i < 20; i++)
        {
            forms[(char)('\u2460' + i)] = $"{i + 1}";
        }

        for (var i = 0; i < 10; i++)
        {
            forms.TryAdd((char)('\u2080' + i), $"{i}");
            if (i is 0 or > 3)
            {
                forms[(char)('\u2070' + i)] = $"{i}";
            }
        }

        return forms;
    }
}
