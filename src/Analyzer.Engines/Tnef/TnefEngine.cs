using System.Buffers.Binary;
using System.Text;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Mail;
using Analyzer.Engines.Office;
using Analyzer.Engines.Text;

namespace Analyzer.Engines.Tnef;

/// <summary>Opens what Outlook packs a message's attachments and formatted text in: winmail.dat (MS-OXTNEF).</summary>
internal sealed class TnefEngine : KeepingEngine
{
    private const int HeaderLength = 6;
    private const int AttributeLength = 9;
    private const int ChecksumLength = 2;

    private const uint Body = 0x0002800C;
    private const uint MessageProperties = 0x00069003;
    private const uint AttachmentBegins = 0x00069002;
    private const uint AttachmentTitle = 0x00018010;
    private const uint AttachmentData = 0x0006800F;
    private const uint AttachmentProperties = 0x00069005;

    private IPart? _part;
    private string? _name;

    public override IReadOnlyList<EngineRule> Rules => [];

    /// <summary>Stands where an attached message would, for programs that do not know its properties.</summary>
    private static ReadOnlySpan<byte> Placeholder => "This attachment is a MAPI 1.0 embedded message and is not supported"u8;

    public override void Reset()
    {
        (_part, _name) = (null, null);
        base.Reset();
    }

    protected override bool IsMine(ReadOnlySpan<byte> prefix) => prefix is [0x78, 0x9F, 0x3E, 0x22, _, _, 1 or 2, ..];

    protected override Assessment Judge()
    {
        for (var at = HeaderLength; at < Kept.Length;)
        {
            var head = Kept[at..];
            var length = head.Length < AttributeLength ? uint.MaxValue : BinaryPrimitives.ReadUInt32LittleEndian(head[5..]);
            if (head[0] is not (1 or 2) || length > head.Length - AttributeLength)
            {
                Behind(at);
                break;
            }

            Read(BinaryPrimitives.ReadUInt32LittleEndian(head[1..]), head.Slice(AttributeLength, (int)length), at + AttributeLength);
            at = (int)Math.Min(Kept.Length, at + AttributeLength + length + ChecksumLength);
        }

        return Evidence.Assess("application/vnd.ms-tnef");
    }

    private void Behind(int at)
    {
        if (Kept[at..].IndexOfAnyExcept((byte)0, (byte)'\r', (byte)'\n') >= 0)
        {
            Evidence.Miss(Gap.Broken, at);
        }
    }

    private void Read(uint attribute, ReadOnlySpan<byte> data, int offset)
    {
        switch (attribute)
        {
            case AttachmentBegins:
                (_part, _name) = (null, null);
                break;
            case AttachmentTitle:
                Rename(PlainText.Decode(data).TrimEnd('\0'));
                break;
            case AttachmentData when !data.StartsWith(Placeholder):
                Open(data, offset);
                break;
            case Body:
                Parts.Open("body.txt", offset).WriteAll(data.TrimEnd((byte)0));
                break;
            case MessageProperties or AttachmentProperties:
                ReadProperties(data, offset);
                break;
        }
    }

    private void ReadProperties(ReadOnlySpan<byte> data, int offset)
    {
        const int html = 0x1013;
        const int rtf = 0x1009;
        const int content = 0x3701;
        const int named = 0x8000;
        const int interfaceLength = 16;
        var properties = new TnefProperties(data);
        while (properties.MoveNext())
        {
            switch (properties.Id)
            {
                case html:
                    Parts.Open("body.html", offset).WriteAll(properties.Value);
                    break;
                case rtf when CompressedRtf.Decode(properties.Value) is { } text:
                    Parts.Open("body.rtf", offset).WriteAll(text);
                    break;
                case rtf:
                    Parts.Skip("body.rtf", offset, Gap.Broken);
                    break;
                case content when properties.Type == 0x0D && properties.Value.Length > interfaceLength:
                    Open(properties.Value[interfaceLength..], offset); // an object of another program, or another message
                    break;
                case content when properties.Type != 0x0D:
                    Open(properties.Value, offset);
                    break;
                case 0x3707 or 0x3001:
                    Rename(TextOf(properties));
                    break;
                case >= named when (properties.Type & 0xFFF) is 0x1E or 0x1F && TextOf(properties) is var text && Addresses.IsShare(text):
                    Evidence.Find(OfficeRules.Share, offset, text); // a sound of a reminder, which Outlook fetches (CVE-2023-23397)
                    break;
            }
        }

        if (properties.IsBroken)
        {
            Evidence.Miss(Gap.Broken, offset);
        }
    }

    private static string TextOf(TnefProperties properties) => ((properties.Type & 0xFFF) == 0x1F
        ? Encoding.Unicode.GetString(properties.Value) : PlainText.Decode(properties.Value)).TrimEnd('\0');

    private void Open(ReadOnlySpan<byte> data, int offset)
    {
        _part = Parts.Open(_name, offset);
        _part.WriteAll(data);
    }

    // The long name comes last; it is the one that counts.
    private void Rename(string name)
    {
        _name = name.Length > 0 ? name : _name;
        _part?.Name = _name;
    }
}
