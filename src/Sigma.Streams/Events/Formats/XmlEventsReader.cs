using Sigma.Engine.Evaluation;
using Sigma.Streams.Events.WindowsLogs;

namespace Sigma.Streams.Events.Formats;

/// <summary>Reads events of Windows as XML: each <c>Event</c> element by itself, so that a broken one costs no other.</summary>
internal sealed class XmlEventsReader(Stream stream, string file) : BatchReader(file)
{
    private readonly ByteWindow _window = new(stream);
    private int _broken;
    private bool _hasBegun;

    protected override (long Offset, byte[] Json)? Next()
    {
        while (Begin())
        {
            _hasBegun = true;
            var offset = _window.Offset;
            if (End() is not { } length)
            {
                Note($"the event at byte {offset} has no end, or more than {RecordLimits.MaxBytes} bytes.", isBroken: true);
                _window.Advance(Math.Min(6, _window.Rest.Length));
                continue;
            }

            var json = XmlEvent.ToJson(_window.Rest[..length].ToArray());
            _window.Advance(length);
            if (json is not null)
            {
                return (offset, json);
            }

            if (++_broken == 1)
            {
                Note($"the event at byte {offset} is not XML, or uses a DTD.", isBroken: true);
            }
        }

        if (_broken > 1)
        {
            Note($"{_broken - 1} further events of it are not XML either.", isBroken: true);
            _broken = 0;
        }

        if (!_hasBegun)
        {
            _hasBegun = true;
            Note("it is XML without an Event element: only events of Windows are read from XML.", isBroken: true);
        }

        return null;
    }

    /// <summary>Goes to the next <c>&lt;Event</c>.</summary>
    private bool Begin()
    {
        while (true)
        {
            var at = _window.Rest.IndexOf("<Event"u8);
            if (at >= 0 && at + 6 < _window.Rest.Length)
            {
                _window.Advance(at);
                if (_window.Rest[6] is (byte)'>' or (byte)' ' or (byte)'\t' or (byte)'\r' or (byte)'\n')
                {
                    return true;
                }

                _window.Advance(6); // Events, EventData
                continue;
            }

            if (_window.IsAtEnd)
            {
                return false;
            }

            _window.Advance(Math.Max(at >= 0 ? at : _window.Rest.Length - 6, 0));
            _window.Fill();
        }
    }

    /// <returns>The length of the element; null if it has no end.</returns>
    private int? End()
    {
        while (true)
        {
            var end = _window.Rest.IndexOf("</Event>"u8);
            if (end >= 0)
            {
                return end + 8;
            }

            if (_window.IsAtEnd || _window.Rest.Length > RecordLimits.MaxBytes)
            {
                return null;
            }

            _window.Fill();
        }
    }
}
