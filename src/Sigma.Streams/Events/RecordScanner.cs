namespace Sigma.Streams.Events;

/// <summary>Finds the end of an object by its brackets and strings.</summary>
internal struct RecordScanner
{
    private int _depth;
    private bool _isInString;

    /// <returns>The length of the object with which the text begins; -1 when it does not end there.</returns>
    public int Scan(ReadOnlySpan<byte> text)
    {
        for (var at = 0; at < text.Length; at++)
        {
            if (_isInString)
            {
                var stop = text[at..].IndexOfAny((byte)'"', (byte)'\\');
                if (stop < 0)
                {
                    return -1;
                }

                at += stop;
                if (text[at] == '\\')
                {
                    at++;
                }
                else
                {
                    _isInString = false;
                }

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
