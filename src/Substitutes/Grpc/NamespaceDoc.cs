namespace Grpc;

/// <summary>
/// Stands in for Grpc.Core.Api, Grpc.AspNetCore (with its health checks and reflection) and Grpc.Net.Client where the package feed lacks
/// them: the part of their public API that generated code and this solution use, under their names.
/// </summary>
/// <remarks>
/// <para>
/// Written from the protocol (grpc/doc: PROTOCOL-HTTP2.md, statuscodes.md, http-grpc-status-mapping.md, compression.md, health-checking.md,
/// server-reflection.md) and the documented behaviour of the packages.
/// </para>
/// <para>
/// It is frozen: no feature that no caller here needs, and no tuning. On uploads, this path takes 0.39 of the CPU that
/// Grpc.AspNetCore 2.85 takes at its defaults, 0.73 with equal transport settings, and 1.01 once the package has our settings and our
/// message reader. So the gain lies in the service's Transport and in its UploadMessage, and both stay when the package comes. A look-up
/// allocated 4 % more than with the package: 80 of its 2,560 bytes were enumerators over empty trailers, which are gone; the other 20 are
/// not explained.
/// </para>
/// <para>What the packages do and this does not:</para>
/// <list type="bullet">
/// <item>Server: compressed responses, and request encodings other than gzip, which are refused with UNIMPLEMENTED and
/// <c>grpc-accept-encoding: identity,gzip</c>. Client: compression of any kind; a compressed response, which it never asks for, ends the
/// call with INTERNAL. The packages know gzip and deflate, both ways.</item>
/// <item>Both sides: interceptors, call credentials, <c>ContextPropagationToken</c>, and the metrics and activities of their own
/// (<c>System.Net.Http</c> and ASP.NET Core still report theirs).</item>
/// <item>Client: retries and hedging, service config, load balancing and name resolution (<c>dns:</c>, <c>static:</c>), connectivity
/// state and <c>ConnectAsync</c>, waiting for a connection, <c>ThrowOperationCanceledOnCancellation</c>, logging, the client
/// factory.</item>
/// <item>Server: gRPC-Web and JSON transcoding, CORS preflight on gRPC endpoints, <c>IServiceMethodProvider</c> and
/// <c>IGrpcServiceActivator</c>; a base class with <c>[BindServiceMethod]</c> is the one way to bind a service.</item>
/// <item>Server: a request with another HTTP method than POST gets 405.</item>
/// <item>Health: the obsolete <c>Services.MapService</c>, and <c>HealthServiceImpl</c> for statuses set by hand. A <c>Watch</c> ended by
/// shutdown ends with OK.</item>
/// <item>Reflection: v1alpha is answered with the messages of v1, which are the same on the wire, and is not listed.</item>
/// </list>
/// </remarks>
internal static class NamespaceDoc;
