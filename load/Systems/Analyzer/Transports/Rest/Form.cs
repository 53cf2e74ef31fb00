using System.Text;

namespace Load.Systems.Analyzer.Transports.Rest;

/// <summary>The bytes around a file that is the only part of a form (RFC 7578).</summary>
internal static class Form
{
    public const string ContentType = $"multipart/form-data; boundary={Boundary}";

    private const string Boundary = "lab-4b1f0c6d";

    public static ReadOnlyMemory<byte> Before { get; } = Encoding.ASCII.GetBytes(
        $"--{Boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"sample.pdf\"\r\nContent-Type: application/pdf\r\n\r\n");

    public static ReadOnlyMemory<byte> After { get; } = Encoding.ASCII.GetBytes($"\r\n--{Boundary}--\r\n");
}
