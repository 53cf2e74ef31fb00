namespace Grpc.AspNetCore.Server;

/// <summary>How the calls of one service are served.</summary>
public class GrpcServiceOptions<TService> : GrpcServiceOptions
    where TService : class;
