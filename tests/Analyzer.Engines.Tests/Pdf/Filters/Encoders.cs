using System.Text;

namespace Analyzer.Engines.Tests.Pdf.Filters;

/// <summary>Encodes what the engine decodes; plain and slow.</summary>
internal static class Encoders
{
    /// <param name="filter">Its name in a PDF.</param>
    public static byte[] Encode(string filter, byte[] bytes) => filter switch
    {
        "FlateDecode" => PdfBuilder.Zlib(bytes),
        "LZWDecode" => Lzw(bytes),
        "ASCII85Decode" => Ascii85(bytes),
        "ASCIIHexDecode" => AsciiHex(bytes),
        "RunLengthDecode" => RunLength(bytes),
        _ => throw new ArgumentOutOfRangeException(nameof(filter), filter, "Not decoded by the engine."),
    };

    public static byte[] AsciiHex(byte[] bytes) => Encoding.ASCII.GetBytes(Convert.ToHexString(bytes).ToLowerInvariant() + ">");

    public static byte[] Ascii85(byte[] bytes)
    {
        var text = new StringBuilder();
        foreach (var group in bytes.Chunk(4))
        {
            byte[] padded = [.. group, .. new byte[4 - group.Length]];
            var value = ((uint)padded[0] << 24) | ((uint)padded[1] << 16) | ((uint)padded[2] << 8) | padded[3];
            if (value == 0 && group.Length == 4)
            {
                text.Append('z');
                continue;
            }

            var digits = new char[5];
            for (var i = 4; i >= 0; i--, value /= 85)
            {
                digits[i] = (char)('!' + (value % 85));
            }

            text.Append(digits, 0, group.Length + 1);
        }

        return Encoding.ASCII.GetBytes($"{text}~>");
    }

    public static byte[] RunLength(byte[] bytes)
    {
        var encoded = new List<byte>();
        for (var at = 0; at < bytes.Length;)
        {
            var run = 1;
            while (run < 128 && at + run < bytes.Length && bytes[at + run] == bytes[at])
            {
                run++;
            }

            encoded.AddRange(run > 1 ? [(byte)(257 - run), bytes[at]] : [0, bytes[at]]);
            at += run;
        }

        return [.. encoded, 128];
    }

    /// <summary>Codes become longer one entry early unless told otherwise, as in PDF.</summary>
    public static byte[] Lzw(byte[] bytes, bool early = true)
    {
        var bits = new List<bool>();
        var table = NewTable();
        var width = 9;
        Write(256);
        var text = "";
        foreach (var value in bytes)
        {
            var longer = text + (char)value;
            if (table.ContainsKey(longer))
            {
                text = longer;
                continue;
            }

            Write(table[text]);
            table[longer] = table.Count + 2;

            // The decoder's table is one entry behind.
            width = WidthOf(table.Count + 1 + (early ? 1 : 0));
            if (table.Count >= 4000)
            {
                Write(256);
                table = NewTable();
                width = 9;
            }

            text = $"{(char)value}";
        }

        if (text.Length > 0)
        {
            Write(table[text]);
            width = WidthOf(table.Count + 2 + (early ? 1 : 0));
        }

        Write(257);
        while (bits.Count % 8 != 0)
        {
            bits.Add(false);
        }

        return [.. bits.Chunk(8).Select(octet => (byte)octet.Aggregate(0, (sum, bit) => (sum * 2) + (bit ? 1 : 0)))];

        void Write(int code)
        {
            for (var bit = width - 1; bit >= 0; bit--)
            {
                bits.Add(((code >> bit) & 1) != 0);
            }
        }

        static int WidthOf(int entries) => entries >= 2048 ? 12 : entries >= 1024 ? 11 : entries >= 512 ? 10 : 9;

        static Dictionary<string, int> NewTable() => Enumerable.Range(0, 256).ToDictionary(value => $"{(char)value}", value => value);
    }

    /// <param name="type">PNG's filter type for every row.</param>
    public static byte[] Png(byte[] bytes, int columns, int type)
    {
        var encoded = new List<byte>();
        byte[] previous = new byte[columns];
        foreach (var chunk in bytes.Chunk(columns))
        {
            encoded.Add((byte)type);
            for (var i = 0; i < chunk.Length; i++)
            {
                var (left, up, upperLeft) = (i == 0 ? 0 : chunk[i - 1], previous[i], i == 0 ? 0 : previous[i - 1]);
                encoded.Add((byte)(chunk[i] - type switch
                {
                    1 => left,
                    2 => up,
                    3 => (left + up) / 2,
                    4 => Nearest(left, up, upperLeft),
                    _ => 0,
                }));
            }

            previous = [.. chunk, .. new byte[columns - chunk.Length]];
        }

        return [.. encoded];
    }

    public static byte[] Tiff(byte[] bytes, int columns) =>
        [.. bytes.Chunk(columns).SelectMany(row => row.Select((value, i) => (byte)(value - (i == 0 ? 0 : row[i - 1]))))];

    private static int Nearest(int left, int up, int upperLeft)
    {
        var estimate = left + up - upperLeft;
        return new[] { left, up, upperLeft }.MinBy(value => Math.Abs(estimate - value));
    }
}
