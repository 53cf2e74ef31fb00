using System.Text;
using Analyzer.Engines.Pdf.Actions;
using Analyzer.Engines.Pdf.Lexing;
using Analyzer.Engines.Pdf.Links;
using Analyzer.Engines.JavaScript;
using Analyzer.Engines.Xfa;

namespace Analyzer.Engines.Pdf.Scripts;

/// <summary>Takes what can act in a document's XML form: scripts are read, addresses are actions.</summary>
/// <param name="actions">Null when addresses do not matter.</param>
internal sealed class FormParts(ScriptReader scripts, ActionGraph? actions, LinkList? links) : IXfaParts
{
    private ObjectPlace _place;

    /// <summary>A part of the form follows.</summary>
    public void Begin(in ObjectPlace place) => _place = place;

    public void Script(ReadOnlySpan<byte> text, bool isCut, ScriptHost host, XfaTrigger trigger) =>
        scripts.Read(text, isCut, _place, Origin.Of(TriggerOf(trigger)), host);

    public void Address(string address, bool isSubmit, XfaTrigger trigger)
    {
        address = address[..Math.Min(address.Length, LinkTarget.MaxLength)];
        var kinds = LinkTarget.Of(address, isUri: true).Kinds
            | (isSubmit ? ActionKinds.SubmitForm : trigger == XfaTrigger.Click ? ActionKinds.Uri : ActionKinds.None);
        if (actions is null)
        {
            // Of a form that is forgotten nothing but marks remains.
            scripts.AddForgotten(1 << (int)ScriptEffect.Connects, _place, Origin.Of(TriggerOf(trigger)));
        }

        actions?.Add(Origin.Of(TriggerOf(trigger)), kinds, _place, Encoding.UTF8.GetBytes(address));
        links?.Add(address, _place);
    }

    private static Trigger TriggerOf(XfaTrigger trigger) => trigger switch
    {
        XfaTrigger.Click => Trigger.Click,
        XfaTrigger.Field => Trigger.Field,
        XfaTrigger.Close => Trigger.Close,
        _ => Trigger.Open,
    };
}
