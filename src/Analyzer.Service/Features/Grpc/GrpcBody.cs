using System.Buffers;
using System.Runtime.CompilerServices;
using Analyzer.Protos.V1;
using Analyzer.Service.Features.Refusals;
using Analyzer.Service.Features.Submit;
using Google.Protobuf;
using Grpc.Core;

namespace Analyzer.Service.Features.Grpc;

/// <summary>The file in a stream of messages: metadata first and once, then pieces that are never empty.</summary>
internal sealed class GrpcBody(IAsyncStreamReader<UploadMessage> messages, ServerCallContext call, EarlyAnswers early) : IUploadBody
{
    private UploadMessage? _current;
    private bool _named;

    public async ValueTask<Outcome<UploadDeclaration>> OpenAsync(CancellationToken cancellationToken)
    {
        if (await NextAsync(cancellationToken) is { } refusal)
        {
            return refusal;
        }

        if (_current?.Message is not { PartCase: SubmitFileRequest.PartOneofCase.Metadata, Metadata: var metadata })
        {
            return Refusal.Malformed("The first message has to be the metadata, which may be empty.");
        }

        if (metadata.Size > long.MaxValue)
        {
            return Refusal.InvalidArgument("The size is that of no file.");
        }

        _named = metadata.HasSha256;
        return new UploadDeclaration(metadata.HasSha256 ? metadata.Sha256 : null, metadata.HasSize ? (long)metadata.Size : null);
    }

    public bool TryAnswerEarly() => early.TryTake(call.GetHttpContext(), patient: true);

    /// <summary>Headers ahead of the response, for who named a file and waits whether it is wanted, as the contract has it.</summary>
    public ValueTask InviteAsync() => _named ? new(call.WriteResponseHeadersAsync(new Metadata { { "file-wanted", "true" } })) : ValueTask.CompletedTask;

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))] // once per piece of a file
    public async ValueTask<UploadPiece> ReadAsync(CancellationToken cancellationToken)
    {
        if (await NextAsync(cancellationToken) is { } refusal)
        {
            return refusal;
        }

        return _current switch
        {
            null => UploadPiece.End,
            { Message: null } => new ReadOnlySequence<byte>(_current.Piece),
            { Message.PartCase: SubmitFileRequest.PartOneofCase.Data } => Refusal.Malformed("A piece of the file has to hold at least one byte."),
            { Message.PartCase: SubmitFileRequest.PartOneofCase.Metadata } => Refusal.Malformed("The metadata is sent once, as the first message."),
            _ => Refusal.Malformed("A message has to hold the metadata or a piece of the file."),
        };
    }

    public void Dispose() => _current?.Dispose();

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))] // once per piece of a file
    private async ValueTask<Refusal?> NextAsync(CancellationToken cancellationToken)
    {
        _current?.Dispose();
        _current = null;
        try
        {
            _current = await messages.MoveNext(cancellationToken) ? messages.Current : null;
            return null;
        }
        catch (RpcException unreadable) when (unreadable.StatusCode is not (StatusCode.Cancelled or StatusCode.Unimplemented))
        {
            return Refusal.Malformed($"A message cannot be read: {unreadable.Status.Detail}");
        }
        catch (Exception unreadable) when (unreadable is InvalidDataException or InvalidProtocolBufferException)
        {
            return Refusal.Malformed("A message cannot be read: it is cut short, or no SubmitFileRequest.");
        }
    }
}
