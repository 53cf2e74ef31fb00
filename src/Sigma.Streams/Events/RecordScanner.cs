namespace Sigma.Streams.Events;

/// <summary>Finds the end of an object by its brackets and strings, in a text that may arrive in parts.</summary>
/// <param name="depth">The brackets that are already open.</param>
internal struct RecordScanner(int depth)
{
    private int _depth = depth;
    private bool _isInString;
    private bool _isEscaped;

    /// <summary>Whether a line has one object behind the other, as Firehose and others leave them.</summary>
    public static bool AreSeveral(ReadOnlySpan<byte> line) =>
        new RecordScanner().Scan(line) is >= 0 and var end && line[end..].TrimStart(" \t,"u8) is [(byte)'{', ..];

    /// <returns>The length of the object that the text begins or continues; -1 when it does not end there.</returns>
    public int Scan(ReadOnlySpan<byte> text)
    {
        for (var at = 0; at < text.Length; at++)
        {
            if (_isEscaped)
            {
                _isEscaped = false;
                continue;
            }

            if (_isInString)
            {
                var stop = text[at..].IndexOfAny((byte)'"', (byte)'\\');
                if (stop < 0)
                {
                    return -1;
                }

                at += stop;
                _isEscaped = text[at] == '\\';
                _isInString = _isEscaped;
                continue;
            }

            switch (text[at])
            {
                case (byte)'"':
                    _isInString = true;
                    break;
                case (byte)'{' or (byte)'[':
                    _depth++;
                    break;
                case (byte)'}' or (byte)']':
                    _depth--;
                    if (_depth <= 0)
                    {
                        return at + 1;
                    }

                    break;
            }
        }

        return -1;
    }
}
