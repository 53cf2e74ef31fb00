using System.Globalization;
using System.Text;

namespace Tests.Common.Scraping;

/// <summary>Reads one line from left to right and fails the test at the first character that does not belong there.</summary>
internal sealed class LineReader(string line)
{
    private int _position;

    public string Rest => line[_position..];

    public static string Unescape(string text)
    {
        var reader = new LineReader(text);
        var result = new StringBuilder();
        while (reader.Rest.Length > 0)
        {
            result.Append(reader.ReadCharacter());
        }

        return result.ToString();
    }

    public bool Skip(string text)
    {
        var found = Rest.StartsWith(text, StringComparison.Ordinal);
        _position += found ? text.Length : 0;
        return found;
    }

    public string ReadUntil(params ReadOnlySpan<char> ends)
    {
        var length = Rest.AsSpan().IndexOfAny(ends);
        var text = length < 0 ? Rest : Rest[..length];
        _position += text.Length;
        return text;
    }

    public ScrapedSample ReadSample()
    {
        var name = ReadUntil('{', ' ');
        var labels = Skip("{") ? ReadLabels() : [];
        Expect(" ");
        var value = ReadNumber();
        ScrapedExemplar? exemplar = null;
        if (Skip(" # {"))
        {
            var exemplarLabels = ReadLabels();
            Expect(" ");
            var exemplarValue = ReadNumber();
            Expect(" ");
            exemplar = new ScrapedExemplar(exemplarLabels, exemplarValue, ReadNumber());
        }

        Rest.ShouldBeEmpty(line);
        return new ScrapedSample(name, labels, value, exemplar);
    }

    private Dictionary<string, string> ReadLabels()
    {
        var labels = new Dictionary<string, string>();
        while (!Skip("}"))
        {
            var name = ReadUntil('=');
            Expect("=\"");
            var value = new StringBuilder();
            while (!Skip("\""))
            {
                value.Append(ReadCharacter());
            }

            labels.Add(name, value.ToString());
            Skip(",");
        }

        return labels;
    }

    private char ReadCharacter()
    {
        if (!Skip("\\"))
        {
            return line[_position++];
        }

        return line[_position++] switch
        {
            'n' => '\n',
            '\\' => '\\',
            '"' => '"',
            var other => throw new FormatException($"\\{other} in: {line}"),
        };
    }

    private double ReadNumber() => ReadUntil(' ') switch
    {
        "+Inf" => double.PositiveInfinity,
        "-Inf" => double.NegativeInfinity,
        var text => double.Parse(text, CultureInfo.InvariantCulture),
    };

    private void Expect(string text) => Skip(text).ShouldBeTrue($"'{text}' at {_position} in: {line}");
}
