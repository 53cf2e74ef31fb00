namespace Grpc.AspNetCore.Server;

/// <summary>The options that hold for the calls of one service.</summary>
internal sealed record CallLimits(int? MaxReceiveMessageSize, int? MaxSendMessageSize, bool DetailedErrors)
{
    public static CallLimits Of(GrpcServiceOptions all, GrpcServiceOptions service) => new(
        service.IsMaxReceiveMessageSizeSet ? service.MaxReceiveMessageSize : all.MaxReceiveMessageSize,
        service.IsMaxSendMessageSizeSet ? service.MaxSendMessageSize : all.MaxSendMessageSize,
        service.EnableDetailedErrors ?? all.EnableDetailedErrors ?? false);
}
