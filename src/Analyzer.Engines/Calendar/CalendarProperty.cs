using System.Buffers;

namespace Analyzer.Engines.Calendar;

/// <summary>A property's name and parameters: <c>ATTACH;FMTTYPE=text/plain;ENCODING=BASE64</c>.</summary>
/// <param name="Name">In upper case, without the group that cards put before it.</param>
internal sealed record CalendarProperty(string Name, IReadOnlyList<(string Name, string Value)> Parameters)
{
    /// <summary>More are not looked at.</summary>
    private const int MaxParameters = 64;

    private static readonly HashSet<string> Addressed = ["ALTREP", "DIR", "SENT-BY", "MEMBER", "VALUE"];

    private static readonly SearchValues<char> NameLetters =
        SearchValues.Create("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.");

    /// <summary>Programs name attached files in ways of their own; the standard has none.</summary>
    private static readonly HashSet<string> FileNames =
        ["FILENAME", "X-FILENAME", "X-APPLE-FILENAME", "X-ORACLE-FILENAME", "X-LABEL", "X-NAME", "NAME"];

    public bool IsBinary => "BINARY".Equals(this["VALUE"], StringComparison.OrdinalIgnoreCase)
        || Parameters.Any(static parameter => parameter.Name is "ENCODING" or ""
            && (parameter.Value.Equals("BASE64", StringComparison.OrdinalIgnoreCase) || parameter.Value is "b" or "B"));

    /// <summary>Whether its value goes on in the next line behind <c>=</c>, as in the older versions of calendars and cards.</summary>
    public bool IsQuotedPrintable => Parameters.Any(static parameter => parameter.Name is "ENCODING" or ""
        && parameter.Value.Equals("QUOTED-PRINTABLE", StringComparison.OrdinalIgnoreCase));

    /// <summary>Whether calendars and cards have properties of such names.</summary>
    public bool IsNamed { get; init; }

    /// <summary>Whether it has more parameters than are looked at.</summary>
    public bool IsCut { get; init; }

    /// <summary>The values of parameters that are addresses; a name is none, whatever it looks like.</summary>
    public IEnumerable<string> Addresses => Parameters
        .Where(static parameter => Addressed.Contains(parameter.Name)
            || parameter.Name.StartsWith("DELEGATED-", StringComparison.Ordinal)
            || (parameter.Name.StartsWith("X-", StringComparison.Ordinal)
                && (parameter.Name.Contains("URL", StringComparison.Ordinal) || parameter.Name.Contains("URI", StringComparison.Ordinal))))
        .Select(static parameter => parameter.Value);

    public string? FileName => Parameters.FirstOrDefault(parameter => FileNames.Contains(parameter.Name)).Value;

    public string? this[string name] => Parameters.FirstOrDefault(parameter => parameter.Name == name).Value;

    public static CalendarProperty Parse(string head)
    {
        var parameters = new List<(string, string)>();
        var (start, isQuoted, pieces) = (0, false, new List<string>());
        for (var i = 0; i <= head.Length; i++)
        {
            isQuoted ^= i < head.Length && head[i] == '"';
            if (i == head.Length || (head[i] == ';' && !isQuoted))
            {
                pieces.Add(head[start..i]);
                start = i + 1;
            }
        }

        foreach (var piece in pieces.Skip(1).Take(MaxParameters))
        {
            var sign = piece.IndexOf('=', StringComparison.Ordinal);
            parameters.Add(sign < 0 ? ("", piece.Trim()) : (piece[..sign].Trim().ToUpperInvariant(), piece[(sign + 1)..].Trim().Trim('"')));
        }

        var name = pieces[0].Trim().ToUpperInvariant();
        return new(name[(name.LastIndexOf('.') + 1)..], parameters)
        {
            IsNamed = name.Length > 0 && !name.AsSpan().ContainsAnyExcept(NameLetters),
            IsCut = pieces.Count > MaxParameters + 1,
        };
    }
}
