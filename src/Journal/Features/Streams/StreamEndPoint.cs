using System.Net;

namespace Journal.Features.Streams;

/// <summary>An address whose connections <see cref="StreamTransport"/> reads.</summary>
internal sealed class StreamEndPoint(IPAddress address, int port) : IPEndPoint(address, port);
