namespace Analyzer.Engines.Calendar;

/// <summary>A property's name and parameters: <c>ATTACH;FMTTYPE=text/plain;ENCODING=BASE64</c>.</summary>
/// <param name="Name">In upper case, without the group that cards put before it.</param>
internal sealed record CalendarProperty(string Name, IReadOnlyList<(string Name, string Value)> Parameters)
{
    private const int MaxParameters = 64;

    /// <summary>Programs name attached files in ways of their own; the standard has none.</summary>
    private static readonly HashSet<string> FileNames =
        ["FILENAME", "X-FILENAME", "X-APPLE-FILENAME", "X-ORACLE-FILENAME", "X-LABEL", "X-NAME", "NAME"];

    public bool IsBinary => Parameters.Any(static parameter => parameter.Name is "ENCODING" or ""
        && (parameter.Value.Equals("BASE64", StringComparison.OrdinalIgnoreCase) || parameter.Value is "b" or "B"));

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
        return new(name[(name.LastIndexOf('.') + 1)..], parameters);
    }
}
