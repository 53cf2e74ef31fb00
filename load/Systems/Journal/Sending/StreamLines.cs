using System.Buffers;
using System.Globalization;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;
using Load.Machine;

namespace Load.Systems.Journal.Sending;

/// <summary>Lines with octet counts (RFC 6587) over one connection.</summary>
internal sealed class StreamLines : ILineSender
{
    private readonly Stream _stream;
    private readonly ArrayBufferWriter<byte> _buffer = new();

    private StreamLines(Stream stream) => _stream = stream;

    public static StreamLines OverTcp(int port) => new(Connect(port));

    /// <summary>Takes the receiver's certificate, and no other.</summary>
    /// <exception cref="System.Security.Authentication.AuthenticationException">It shows another one.</exception>
    public static StreamLines OverTls(ReceiverPorts ports)
    {
        var stream = new SslStream(Connect(ports.Tls), leaveInnerStreamOpen: false);
        try
        {
            using var certificate = X509Certificate2.CreateFromPem(File.ReadAllText(ports.Certificate!));
            stream.AuthenticateAsClient(new SslClientAuthenticationOptions
            {
                TargetHost = LabCertificate.Host,
                CertificateChainPolicy = new()
                {
                    TrustMode = X509ChainTrustMode.CustomRootTrust,
                    CustomTrustStore = { certificate },
                    RevocationMode = X509RevocationMode.NoCheck,
                },
            });
            return new(stream);
        }
        catch
        {
            stream.Dispose();
            throw;
        }
    }

    public void Send(ReadOnlySpan<byte[]> lines)
    {
        _buffer.ResetWrittenCount();
        foreach (var line in lines)
        {
            line.Length.TryFormat(_buffer.GetSpan(16), out var digits, default, CultureInfo.InvariantCulture);
            _buffer.Advance(digits);
            _buffer.Write(" "u8);
            _buffer.Write(line);
        }

        _stream.Write(_buffer.WrittenSpan);
    }

    public void Dispose() => _stream.Dispose();

    private static NetworkStream Connect(int port) =>
        new(LineSenders.Connect(SocketType.Stream, ProtocolType.Tcp, port), ownsSocket: true);
}
