using System.Buffers;
using System.Runtime.CompilerServices;
using Analyzer.Contract;
using Analyzer.Protos.V1;
using Analyzer.Service.Features.Errors;
using Google.Protobuf;
using Grpc.Core;
using Hosting.Errors;
using Hosting.Requests;
using Hosting.Uploads;

namespace Analyzer.Service.Features.Grpc;

/// <summary>The file in a stream of messages: metadata first and once, a password at most once, then chunks that are never empty.</summary>
internal sealed class GrpcBody(IAsyncStreamReader<UploadMessage> messages, ServerCallContext call, EarlyResponses early) : IUploadBody
{
    private UploadMessage? _current;
    private bool _mayWait;
    private bool _waits;
    private bool _hasBegun;

    /// <summary>The form of the report that the sender wants, from the metadata.</summary>
    public ReportForm Form { get; private set; }

    public string? Password { get; private set; }

    public bool MayHavePassword { get; private set; }

    public ConnectionWindow? Window => early.WindowOf(call.GetHttpContext());

    public async ValueTask<Result<UploadDeclaration>> OpenAsync(CancellationToken cancellationToken)
    {
        if (SentPassword.Read(call.GetHttpContext().Request, WireNames.PasswordHeader).IsError(out var refused, out var password))
        {
            return refused;
        }

        if (await NextAsync(cancellationToken) is { } error)
        {
            return error;
        }

        if (_current?.Message is not { PartCase: SubmitFileRequest.PartOneofCase.Metadata, Metadata: var metadata })
        {
            return UploadErrors.Malformed("The first message has to be the metadata, which may be empty.");
        }

        (_waits, _mayWait, Form) = (metadata.Waits, metadata.HasSha256 || metadata.Waits, metadata.Form);
        (Password, MayHavePassword) = (password.Text, password.Text is not null || metadata.HasPassword);
        if (metadata.Size > long.MaxValue)
        {
            return AnalyzerErrors.InvalidArgument("A file cannot have this size.");
        }

        return new UploadDeclaration(metadata.HasSha256 ? metadata.Sha256 : null, metadata.HasSize ? (long)metadata.Size : null);
    }

    public void RespondEarly() => EarlyResponses.Begin(call.GetHttpContext(), _waits);

    /// <summary>Sends headers ahead of the response, for a sender that waits to learn whether the file is wanted.</summary>
    public ValueTask ContinueAsync() => _mayWait
        ? new(call.WriteResponseHeadersAsync(new Metadata { { WireNames.FileWanted, "true" } }))
        : ValueTask.CompletedTask;

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))] // once per chunk of a file
    public async ValueTask<UploadChunk> ReadAsync(CancellationToken cancellationToken)
    {
        if (await NextAsync(cancellationToken) is { } error)
        {
            return error;
        }

        if (!_hasBegun && _current?.Message is { PartCase: SubmitFileRequest.PartOneofCase.Password, Password: var text })
        {
            if (SentPassword.Read(text).IsError(out var refused, out var password))
            {
                return refused;
            }

            Password = password.Text ?? Password;
            if (await NextAsync(cancellationToken) is { } unreadable)
            {
                return unreadable;
            }
        }

        _hasBegun = true;
        return _current switch
        {
            null => UploadChunk.End,
            { Message: null } => new ReadOnlySequence<byte>(_current.Chunk),
            { Message.PartCase: SubmitFileRequest.PartOneofCase.Password } =>
                UploadErrors.Malformed("Send one password at most, after the metadata and before the first chunk."),
            { Message.PartCase: SubmitFileRequest.PartOneofCase.Data } =>
                UploadErrors.Malformed("A chunk of the file has to hold at least one byte."),
            { Message.PartCase: SubmitFileRequest.PartOneofCase.Metadata } =>
                UploadErrors.Malformed("Send the metadata only once, as the first message."),
            _ => UploadErrors.Malformed("A message has to hold the metadata or a chunk of the file."),
        };
    }

    public void Dispose() => _current?.Dispose();

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))] // once per chunk of a file
    private async ValueTask<Error?> NextAsync(CancellationToken cancellationToken)
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
            return MessageErrors.Of(unreadable.Status);
        }
        catch (Exception unreadable) when (unreadable is InvalidDataException or InvalidProtocolBufferException)
        {
            return UploadErrors.Malformed("A message cannot be read: it is incomplete, or not a SubmitFileRequest.");
        }
    }
}
