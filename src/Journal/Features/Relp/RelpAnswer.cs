using System.Text;
using Journal.Log.Writing;

namespace Journal.Features.Relp;

/// <summary>An answer.</summary>
/// <param name="Text">Its whole frame.</param>
internal sealed record RelpAnswer(string Text)
{
    /// <summary>The text of the answer to a stored message.</summary>
    public const string Ok = "200 OK";

    public static RelpAnswer ServerClose { get; } = new("0 serverclose 0\n");

    /// <summary>The ticket of the message that has to be durable first; null for an answer that waits for nothing.</summary>
    public RecordTicket? Ticket { get; init; }

    /// <summary>How long it waits for that.</summary>
    public Patience Patience { get; init; }

    /// <summary>The answer if the message does not become durable.</summary>
    public string Failure { get; init; } = "";

    public static RelpAnswer To(int number, string text) => new(Frame(number, text));

    /// <param name="number">The number of the message.</param>
    /// <param name="ticket">Null when there was no room for it.</param>
    /// <param name="patience">How long to wait for the ticket.</param>
    public static RelpAnswer ToMessage(int number, RecordTicket? ticket, Patience patience)
    {
        var failure = Frame(number, "500 The message could not be written to the disk");
        return ticket is null
            ? new(failure)
            : new(Frame(number, Ok)) { Ticket = ticket, Patience = patience, Failure = failure };
    }

    private static string Frame(int number, string text) =>
        $"{number} rsp {Encoding.UTF8.GetByteCount(text)}{(text.Length == 0 ? "" : $" {text}")}\n";
}
